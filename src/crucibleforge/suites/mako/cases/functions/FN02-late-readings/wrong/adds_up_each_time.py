# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
# fails: large_totals, large_first
# Sorts by time, but adds up the houses again for every question.
from bisect import bisect_left, bisect_right


def answers(log):
    entries = [(line.split()[0], *map(int, line.split()[1:])) for line in log.split("\n")] if log else []
    houses = sorted({e[2] for e in entries if e[0] == "R"})
    place = {house: i for i, house in enumerate(houses)}
    shown = [0] * len(houses)
    stacks = [[] for _ in houses]
    gone = set()
    found = {}
    for i in sorted(range(len(entries)), key=lambda i: (entries[i][1], entries[i][0] in "SF", i)):
        kind, _, *rest = entries[i]
        if kind == "S":
            found[i] = sum(shown[bisect_left(houses, rest[0]) : bisect_right(houses, rest[1])])
            continue
        if kind == "F":
            total = 0
            found[i] = 0
            for house, litres in zip(houses, shown):
                total += litres
                if total >= rest[0]:
                    found[i] = house
                    break
            continue
        if kind == "R":
            spot = place[rest[0]]
            stacks[spot].append(i)
        else:
            gone.add(rest[0] - 1)
            spot = place[entries[rest[0] - 1][2]]
        stack = stacks[spot]
        while stack and stack[-1] in gone:
            stack.pop()
        shown[spot] = entries[stack[-1]][3] if stack else 0
    return [found[i] for i in sorted(found)]
