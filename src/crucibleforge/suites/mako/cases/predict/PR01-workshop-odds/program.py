# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
def gauges(names):
    level, made = 0, []
    for rank, name in enumerate(names, 1):
        def read(step, by=rank):
            nonlocal level
            level += step * by
            return f"{name}{level}"
        made.append(read)
    return made

def feeder(stock):
    try:
        while stock:
            wish = yield stock[-1]
            if wish in stock:
                stock.remove(wish)
    finally:
        print("left", len(stock), "of", stock[:2])

def sift(parts):
    notes = []
    for part in parts:
        try:
            notes.append(60 // part)
            if part > 9:
                continue
        except ZeroDivisionError:
            notes.append("jam")
            break
        else:
            notes.append("ok")
        finally:
            notes.append(-part)
    return notes

low, high = gauges("ab")
print(low(5), high(4), low(-2), high(1))
feed = feeder([4, 9, 4, 7, 2])
print(next(feed), feed.send(4), feed.send(2), feed.send(4), feed.send(8))
feed.close()
print(sift([7, 12, -8, 0, 5]), sift([10])[1:])
print([(n // 4, n % -4) for n in (-10, 10, -1)], -7 // 2 * 2, int(-3.5), round(-2.5), round(0.5 + 3))
tray = [[1, 2]] * 2 + [[3]]
spare = tray[:]
tray[0] += [5]
tray[1] = tray[1] + [6]
spare[2].append(len(tray[1]))
print(tray, spare)
rail = list("workshop")
rail[1:4] = "AB"
del rail[-1::-3]
print("".join(rail), "".join(rail[-2::-2]), rail[5:2])
jobs = [("saw", 3), ("axe", 12), ("Rasp", 3), ("file", 12), ("Plane", 7)]
jobs.sort(key=lambda job: job[1] % 4, reverse=True)
print(*(name for name, _ in jobs), max(jobs, key=lambda job: len(job[0]) % 3)[0], min(jobs)[0])
print(f"{-2.71:+09.1f}|{'nut':*^8}|{7:<4}|{1234567.5:,.0f}|{'bolts':.3}|{250:>6x}|")
reach = 3
later = (size * reach for size in range(reach) if size != reach - 2)
reach = 10
print(list(later), sum(later), [f(2) for f in [lambda x: x * k for k in (1, 4)]])
