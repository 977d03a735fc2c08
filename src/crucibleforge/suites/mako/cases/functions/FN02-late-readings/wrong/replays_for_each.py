# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
# fails: large_totals, large_first, large_house
# Right, but goes through the whole log again for every question.
def answers(log):
    entries = [(line.split()[0], *map(int, line.split()[1:])) for line in log.split("\n")] if log else []
    out = []
    for kind, time, *rest in entries:
        if kind in "RW":
            continue
        gone = {e[2] - 1 for e in entries if e[0] == "W" and e[1] <= time}
        best = {}
        for i, e in enumerate(entries):
            if e[0] == "R" and e[1] <= time and i not in gone:
                if e[2] not in best or best[e[2]][0] <= e[1]:
                    best[e[2]] = (e[1], e[3])
        if kind == "S":
            low, high = rest
            out.append(sum(v for house, (_, v) in best.items() if low <= house <= high))
        else:
            total = 0
            for house in sorted(best):
                total += best[house][1]
                if total >= rest[0]:
                    out.append(house)
                    break
            else:
                out.append(0)
    return out
