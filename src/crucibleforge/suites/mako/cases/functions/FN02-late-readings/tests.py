# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
BIG = 1_000_000_000


def lines(*entries):
    return "\n".join(entries)


def chance(seed):
    """Whole numbers below `top`, the same on every machine."""
    state = seed

    def draw(top):
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return (state >> 8) % top

    return draw


def group_basics(solution):
    assert solution.answers("") == []
    assert solution.answers("R 1 5 10") == []
    assert solution.answers("S 5 1 10") == [0]
    assert solution.answers("F 5 1") == [0]
    log = lines("R 1 4 100", "R 2 9 50", "S 3 1 9", "R 4 4 70", "S 5 1 9", "S 6 4 4", "F 7 71", "F 8 120", "F 9 121")
    assert solution.answers(log) == [150, 120, 70, 9, 9, 0]
    log = lines("R 1 4 100", "R 2 9 50", "R 3 2 30", "F 4 30", "F 4 31", "F 4 130", "F 4 131", "S 4 3 8")
    assert solution.answers(log) == [2, 4, 4, 9, 100]


def group_late(solution):
    log = lines("S 15 1 9", "R 30 5 7", "R 10 5 3", "R 20 5 4", "S 25 1 9", "S 30 1 9", "S 9 1 9")
    assert solution.answers(log) == [3, 4, 7, 0]
    log = lines("F 50 10", "F 5 10", "S 40 1 9", "R 40 8 6", "S 40 1 9", "R 45 2 5", "R 6 2 9")
    assert solution.answers(log) == [8, 0, 15, 15]
    log = lines("R 100 1 1", "R 50 1 2", "S 100 1 1", "S 99 1 1", "R 75 1 3", "S 60 1 1", "S 80 1 1")
    assert solution.answers(log) == [1, 3, 2, 3]


def group_ties(solution):
    log = lines("S 5 1 9", "R 5 1 10", "S 5 1 9", "R 5 1 20", "S 5 1 9", "R 5 2 30", "F 5 50", "F 4 1")
    assert solution.answers(log) == [50, 50, 50, 2, 0]
    log = lines("R 5 1 90", "R 7 1 20", "R 5 1 80", "S 6 1 1", "R 5 1 70", "S 7 1 1", "R 7 1 40", "R 5 1 60")
    assert solution.answers(log) == [60, 40]
    log = lines("R 5 3 100", "R 5 3 0", "S 5 1 9", "F 5 1")
    assert solution.answers(log) == [0, 0]


def group_withdrawals(solution):
    log = lines("R 10 1 5", "R 20 1 8", "W 30 2", "S 29 1 1", "S 30 1 1", "S 31 1 1", "W 40 1", "S 39 1 1", "S 40 1 1")
    assert solution.answers(log) == [8, 5, 5, 5, 0]
    log = lines("R 10 1 5", "R 20 1 8", "W 15 1", "S 14 1 1", "S 15 1 1", "S 20 1 1", "W 25 2", "S 25 1 1")
    assert solution.answers(log) == [5, 0, 8, 0]
    log = lines("W 30 4", "S 30 1 9", "S 20 1 9", "R 20 6 11", "W 35 4", "S 36 1 9", "R 33 6 12", "S 36 1 9")
    assert solution.answers(log) == [0, 11, 12, 12]
    log = lines("R 10 1 5", "R 20 1 8", "R 30 1 9", "W 12 2", "S 19 1 1", "S 25 1 1", "S 30 1 1", "W 31 3", "S 31 1 1")
    assert solution.answers(log) == [5, 5, 9, 5]
    log = lines("R 10 1 5", "W 10 1", "S 10 1 1", "R 10 1 6", "S 10 1 1", "S 9 1 1")
    assert solution.answers(log) == [6, 6, 0]
    log = lines("R 10 1 5", "R 10 1 6", "R 10 1 7", "W 20 3", "W 22 3", "S 21 1 1", "S 23 1 1", "W 30 2", "S 30 1 1")
    assert solution.answers(log) == [6, 6, 5]
    log = lines("R 10 4 5", "R 20 4 9", "R 20 6 3", "W 30 2", "F 29 6", "F 30 6", "F 30 9", "W 31 1", "F 31 1")
    assert solution.answers(log) == [4, 6, 0, 6]


def group_revealed(solution):
    log = lines("R 10 2 40", "R 30 2 60", "W 50 2", "S 50 1 9", "R 20 2 45", "S 50 1 9", "S 15 1 9")
    assert solution.answers(log) == [45, 45, 40]
    log = lines("R 10 2 40", "R 30 2 60", "W 50 2", "R 20 2 45", "W 45 4", "S 49 1 9", "S 50 1 9", "S 29 1 9")
    assert solution.answers(log) == [60, 40, 45]
    log = lines("R 10 2 40", "R 20 2 45", "R 30 2 60", "W 50 3", "W 60 2", "W 55 1", "S 50 1 9", "S 55 1 9", "S 60 1 9")
    assert solution.answers(log) == [45, 45, 0]
    log = lines("R 10 2 40", "R 20 2 45", "W 50 2", "R 55 2 70", "S 54 1 9", "S 55 1 9", "W 60 4", "S 60 1 9")
    assert solution.answers(log) == [40, 70, 40]
    log = lines("S 1 1 1", "R 10 2 40", "S 1 1 1", "R 30 2 60", "F 99 50", "W 70 4", "F 69 50", "F 70 50", "F 70 40")
    assert solution.answers(log) == [0, 0, 0, 2, 0, 2]
    log = lines("R 20 2 45", "R 20 2 46", "R 10 2 40", "W 30 2", "W 40 1", "S 20 2 2", "S 30 2 2", "S 40 2 2")
    assert solution.answers(log) == [46, 45, 40]


def group_ranges(solution):
    street = ["R 1 10 1", "R 1 20 2", "R 1 30 4", f"R 1 {BIG} 8"]
    asked = ["S 2 10 20", "S 2 11 19", "S 2 20 20", "S 2 21 29", "S 2 20 30", "S 2 30 10", "S 2 20 19", "S 2 1 9"]
    assert solution.answers(lines(*street, *asked)) == [3, 0, 2, 0, 6, 0, 0, 0]
    asked = [f"S 2 1 {BIG}", f"S 2 {BIG} {BIG}", f"S 2 31 {BIG - 1}", f"S 2 31 {BIG}", "S 2 1 10", "S 0 1 99", "S 2 9 30"]
    assert solution.answers(lines(*street, *asked)) == [15, 8, 0, 8, 1, 0, 7]
    full = [f"R {BIG} {house} {BIG}" for house in range(1, 8)]
    asked = [f"S {BIG} 1 7", f"S {BIG - 1} 1 7", f"F {BIG} {BIG}", "S 0 1 7", "R 0 3 17", "S 0 1 7"]
    assert solution.answers(lines(*full, *asked)) == [7 * BIG, 17, 1, 17, 17]


def group_first(solution):
    street = ["R 1 5 0", "R 1 8 10", "R 1 9 0", "R 1 12 5", "R 1 40 0", "R 1 41 85"]
    asked = [f"F 2 {goal}" for goal in (1, 10, 11, 15, 16, 100, 101, BIG)]
    assert solution.answers(lines(*street, *asked)) == [8, 8, 12, 12, 41, 41, 0, 0]
    log = lines("R 1 5 9", "R 1 2 1", "F 1 1", "F 1 2", "R 3 5 0", "F 3 1", "F 3 2", "R 4 1 1", "F 4 1", "F 4 2")
    assert solution.answers(log) == [2, 5, 2, 0, 1, 2]
    for count in (1, 2, 3, 4, 7, 8, 9):
        log = [f"R 1 {3 * house} 2" for house in range(1, count + 1)]
        log += [f"F 1 {goal}" for goal in range(1, 2 * count + 2)]
        want = [3 * ((goal + 1) // 2) for goal in range(1, 2 * count + 1)]
        assert solution.answers(lines(*log)) == [*want, 0]


def check(got, size, expected):
    assert type(got) is list
    assert len(got) == size
    mixed = 0
    for answer in got:
        assert type(answer) is int
        mixed = (mixed * 31 + answer) % 1_000_000_007
    assert mixed == expected


def group_mixture(solution):
    draw = chance(7)
    log = []
    for number in range(600):
        kind = draw(8)
        time, house = draw(200), 1 + draw(25)
        if kind < 4 or number < 3:
            log.append(f"R {time} {house} {draw(30)}")
        elif kind == 4:
            named = draw(number)
            while log[named][0] != "R":
                named = (named + 1) % number
            log.append(f"W {time} {named + 1}")
        elif kind < 7:
            log.append(f"S {time} {house} {house + draw(12)}")
        else:
            log.append(f"F {time} {1 + draw(400)}")
    got = solution.answers(lines(*log))
    check(got, sum(entry[0] in "SF" for entry in log), MIXTURE)


def group_large_totals(solution):
    draw = chance(11)
    log = [f"R {draw(1000)} {7 * house} {1 + draw(8_000_000)}" for house in range(1, 12001)]
    log += [f"S {draw(1200)} {1 + draw(700)} {83_000 + draw(1000)}" for _ in range(5000)]
    check(solution.answers(lines(*log)), 5000, LARGE_TOTALS)


def group_large_first(solution):
    draw = chance(13)
    log = [f"R {draw(1000)} {3 * house} {1 + draw(8_000_000)}" for house in range(1, 12001)]
    log += [f"F {1000 + draw(1000)} {34 * BIG + 1900 * draw(8_000_000)}" for _ in range(5000)]
    check(solution.answers(lines(*log)), 5000, LARGE_FIRST)


def group_large_house(solution):
    draw = chance(17)
    log = [f"R {draw(100_000)} 77 {draw(8_000_000)}" for _ in range(7000)]
    log += [f"W {100_000 + draw(100_000)} {line}" for line in range(1, 7001)]
    log += [f"S {50_000 + draw(150_000)} 1 99" for _ in range(7000)]
    check(solution.answers(lines(*log)), 7000, LARGE_HOUSE)


MIXTURE = 292_587_808
LARGE_TOTALS = 953_243_157
LARGE_FIRST = 956_982_503
LARGE_HOUSE = 278_127_035
