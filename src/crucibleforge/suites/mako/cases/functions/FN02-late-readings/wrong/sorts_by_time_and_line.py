# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
# fails: late, ties, withdrawals, ranges, mixture
# Lets a question miss what has the same time but stands further down.
from bisect import bisect_left, bisect_right


def answers(log):
    entries = [line.split() for line in log.split("\n")] if log else []
    entries = [(kind, *map(int, rest)) for kind, *rest in entries]
    houses = sorted({entry[2] for entry in entries if entry[0] == "R"})
    place = {house: i for i, house in enumerate(houses)}
    tree = Totals(len(houses))
    stacks = [[] for _ in houses]
    withdrawn = set()
    found = {}
    order = sorted(range(len(entries)), key=lambda i: (entries[i][1], i))
    for i in order:
        kind, _, *rest = entries[i]
        if kind == "W":
            line = rest[0] - 1
            withdrawn.add(line)
            spot = place[entries[line][2]]
        elif kind == "R":
            spot = place[rest[0]]
            stacks[spot].append(i)
        elif kind == "S":
            low, high = rest
            found[i] = tree.before(bisect_right(houses, high)) - tree.before(bisect_left(houses, low))
            if low > high:
                found[i] = 0
            continue
        else:
            spot = tree.reach(rest[0])
            found[i] = houses[spot] if spot < len(houses) else 0
            continue
        stack = stacks[spot]
        while stack and stack[-1] in withdrawn:
            stack.pop()
        tree.put(spot, entries[stack[-1]][3] if stack else 0)
    return [found[i] for i in sorted(found)]


class Totals:
    """Running totals over places, by a tree of partial sums."""

    def __init__(self, size):
        self.size = size
        self.shown = [0] * size
        self.sums = [0] * (size + 1)

    def put(self, spot, litres):
        more = litres - self.shown[spot]
        self.shown[spot] = litres
        spot += 1
        while more and spot <= self.size:
            self.sums[spot] += more
            spot += spot & -spot

    def before(self, spot):
        total = 0
        while spot:
            total += self.sums[spot]
            spot &= spot - 1
        return total

    def reach(self, goal):
        """The first place whose total, itself included, is at least goal; the size when there is none."""
        spot = 0
        step = 1 << self.size.bit_length()
        while step:
            if spot + step <= self.size and self.sums[spot + step] < goal:
                spot += step
                goal -= self.sums[spot]
            step >>= 1
        return spot
