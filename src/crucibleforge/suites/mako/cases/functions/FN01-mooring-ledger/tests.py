# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
def group_basics(solution):
    book = solution.MooringLedger(3, 1200)
    assert book.free(0, 20) == 3
    assert book.takings() == 0
    assert book.request(0, 1, 20, 22) == "M1"
    assert book.status(0, "M1") == "held"
    assert book.free(1, 20) == 2
    assert book.free(1, 21) == 2
    assert book.confirm(2, "M1") == 2400
    assert book.status(3, "M1") == "booked"
    assert book.takings() == 2400
    assert book.request(4, 2, 20, 21) == "M2"
    assert book.free(4, 20) == 0
    assert book.free(4, 21) == 2
    assert book.request(5, 1, 20, 21) == "M3"
    assert book.status(5, "M3") == "waiting"
    assert book.free(5, 20) == 0
    assert book.confirm(6, "M2") == 2400
    assert book.takings() == 4800
    assert book.status(1000, "M1") == "booked"
    assert book.free(1000, 20) == 0
    other = solution.MooringLedger(1, 50)
    assert other.request(0, 1, 3, 4) == "M1"
    assert other.takings() == 0


def group_nights(solution):
    book = solution.MooringLedger(2, 100)
    assert book.request(0, 1, 10, 12) == "M1"
    assert book.request(0, 1, 12, 14) == "M2"
    assert book.request(0, 1, 10, 14) == "M3"
    assert book.status(0, "M3") == "held"
    assert [book.free(0, day) for day in range(9, 15)] == [2, 0, 0, 0, 0, 2]
    assert book.request(0, 2, 14, 15) == "M4"
    assert book.status(0, "M4") == "held"
    assert book.request(0, 2, 8, 10) == "M5"
    assert book.status(0, "M5") == "held"
    assert book.request(0, 1, 13, 14) == "M6"
    assert book.status(0, "M6") == "waiting"
    long = solution.MooringLedger(3, 100)
    for first in (20, 23, 26, 29):
        long.request(0, 2, first, first + 2)
    assert long.request(0, 1, 20, 32) == "M5"
    assert long.status(0, "M5") == "held"
    assert [long.free(0, day) for day in range(20, 26)] == [0, 0, 2, 0, 0, 2]
    assert long.request(0, 2, 21, 26) == "M6"
    assert long.status(0, "M6") == "waiting"
    middle = solution.MooringLedger(1, 100)
    middle.request(0, 1, 10, 11)
    middle.request(0, 1, 9, 12)
    assert middle.status(0, "M2") == "waiting"
    assert middle.free(0, 9) == 1


def group_expiry(solution):
    book = solution.MooringLedger(2, 100)
    book.request(10, 2, 30, 31)
    assert book.status(57, "M1") == "held"
    assert book.free(57, 30) == 0
    assert book.free(58, 30) == 2
    assert book.status(58, "M1") == "ended"
    book.request(100, 1, 30, 31)
    assert book.confirm(147, "M2") == 100
    book.request(147, 1, 30, 31)
    with raises(RuntimeError):
        book.confirm(195, "M3")
    assert book.status(195, "M2") == "booked"
    assert book.takings() == 100
    with raises(RuntimeError):
        book.cancel(195, "M3", 1)
    next_one = solution.MooringLedger(1, 100)
    next_one.request(0, 1, 30, 31)
    next_one.request(60, 1, 30, 31)
    assert next_one.status(107, "M2") == "held"
    assert next_one.request(108, 1, 30, 31) == "M3"
    assert next_one.cancel(155, "M3", 1) == 0
    next_one.request(156, 1, 30, 31)
    with raises(RuntimeError):
        next_one.cancel(204, "M4", 1)
    near = solution.MooringLedger(1, 100)
    near.request(20, 1, 2, 9)
    assert near.status(47, "M1") == "held"
    assert near.free(47, 5) == 0
    assert near.status(48, "M1") == "ended"
    assert near.free(48, 5) == 1
    near.request(49, 1, 3, 5)
    with raises(RuntimeError):
        near.confirm(72, "M2")
    near.request(80, 1, 4, 6)
    assert near.confirm(95, "M3") == 200
    assert near.status(96, "M3") == "booked"


def group_prices(solution):
    def price(boats, nights, cents):
        book = solution.MooringLedger(9, cents)
        ref = book.request(0, boats, 40, 40 + nights)
        paid = book.confirm(1, ref)
        assert book.takings() == paid
        return paid

    assert price(1, 6, 1001) == 6006
    assert price(2, 6, 1001) == 12012
    assert price(3, 1, 1000) == 2760
    assert price(1, 7, 1000) == 5950
    assert price(2, 7, 1000) == 11900
    assert price(3, 7, 1000) == 17850
    assert price(9, 12, 999) == 91708
    assert price(1, 7, 1030) == 6129
    assert price(1, 7, 1010) == 6010
    assert price(1, 7, 333) == 1981
    assert price(3, 6, 333) == 5514
    assert price(5, 5, 10001) == 230023
    assert price(5, 5, 45) == 1035
    assert price(5, 5, 50000000000000001) == 1150000000000000023
    assert price(3, 1, 1) == 3
    assert price(1, 9, 0) == 0


def group_refunds(solution):
    def refund(hour, cents=1001):
        book = solution.MooringLedger(2, cents)
        book.request(0, 1, 20, 21)
        book.confirm(0, "M1")
        back = book.cancel(hour, "M1", 1)
        assert book.takings() == cents - back
        assert book.free(hour, 20) == 2
        assert book.status(hour, "M1") == "ended"
        return back

    assert refund(0) == 1001
    assert refund(312) == 1001
    assert refund(313) == 500
    assert refund(456) == 500
    assert refund(457) == 0
    assert refund(479) == 0
    assert refund(313, 1) == 0
    book = solution.MooringLedger(2, 1001)
    book.request(0, 1, 20, 21)
    assert book.cancel(1, "M1", 1) == 0
    book.request(1, 1, 20, 22)
    book.confirm(1, "M2")
    for hour in (480, 500, 600):
        with raises(RuntimeError):
            book.cancel(hour, "M2", 1)
    assert book.takings() == 2002
    assert book.status(600, "M2") == "booked"


def group_shares(solution):
    def refunds(boats, nights, cents, steps, hour=0):
        book = solution.MooringLedger(9, cents)
        ref = book.request(hour, boats, 50, 50 + nights)
        paid = book.confirm(hour, ref)
        back = [book.cancel(at, ref, count) for at, count in steps]
        assert book.takings() == paid - sum(back)
        return back

    assert refunds(3, 1, 333, [(1, 1), (2, 1), (3, 1)]) == [307, 306, 306]
    assert refunds(7, 1, 101, [(1, 1), (1, 1), (1, 5)]) == [93, 93, 464]
    assert refunds(7, 1, 101, [(1, 3), (1, 3), (1, 1)]) == [279, 279, 92]
    assert refunds(4, 3, 1001, [(5, 2), (6, 1), (7, 1)]) == [5526, 2763, 2762]
    assert refunds(3, 7, 1111, [(1, 2), (2, 1)]) == [13221, 6610]
    assert refunds(3, 1, 333, [(1100, 1), (1101, 1), (1102, 1)]) == [153, 153, 153]
    assert refunds(3, 1, 333, [(1000, 1), (1100, 2)]) == [307, 306]
    assert refunds(5, 2, 77, [(1032, 1), (1033, 1), (1176, 1), (1177, 1)]) == [142, 71, 70, 0]


def group_line(solution):
    book = solution.MooringLedger(4, 100)
    book.request(0, 4, 30, 33)
    book.confirm(0, "M1")
    book.request(1, 3, 30, 32)
    book.request(2, 1, 31, 33)
    book.request(3, 2, 32, 34)
    book.request(4, 1, 30, 31)
    assert [book.status(4, f"M{k}") for k in (2, 3, 4, 5)] == ["waiting"] * 4
    book.cancel(10, "M1", 2)
    assert [book.status(10, f"M{k}") for k in (2, 3, 4, 5)] == ["waiting", "held", "waiting", "held"]
    assert [book.free(10, day) for day in range(30, 34)] == [1, 1, 1, 4]
    assert book.request(11, 1, 31, 32) == "M6"
    assert book.status(11, "M6") == "held"
    assert [book.free(11, day) for day in range(30, 34)] == [1, 0, 1, 4]
    book.cancel(12, "M1", 1)
    assert [book.status(12, f"M{k}") for k in (2, 4)] == ["waiting", "held"]
    assert [book.free(12, day) for day in range(30, 34)] == [2, 1, 0, 2]
    many = solution.MooringLedger(1, 100)
    for _ in range(12):
        many.request(0, 1, 40, 41)
    many.cancel(5, "M1", 1)
    assert [many.status(5, f"M{k}") for k in (2, 3, 10, 12)] == ["held", "waiting", "waiting", "waiting"]
    many.cancel(6, "M2", 1)
    assert [many.status(6, f"M{k}") for k in (3, 10)] == ["held", "waiting"]


def group_clock(solution):
    book = solution.MooringLedger(1, 100)
    for hour in (0, 1, 2, 3):
        book.request(hour, 1, 90, 92)
    assert [book.status(100, f"M{k}") for k in (1, 2, 3, 4)] == ["ended", "ended", "held", "waiting"]
    assert book.status(143, "M3") == "held"
    assert book.status(144, "M4") == "held"
    assert book.status(191, "M4") == "held"
    assert book.free(192, 90) == 1
    jump = solution.MooringLedger(2, 100)
    jump.request(0, 2, 5, 9)
    jump.request(10, 1, 8, 20)
    jump.request(11, 1, 6, 7)
    jump.request(12, 2, 8, 9)
    assert jump.status(100, "M2") == "ended"
    assert jump.status(100, "M3") == "ended"
    assert jump.status(100, "M4") == "held"
    assert jump.confirm(143, "M4") == 200
    blocked = solution.MooringLedger(1, 100)
    blocked.request(0, 1, 40, 45)
    blocked.request(1, 1, 3, 42)
    blocked.request(2, 1, 44, 46)
    assert blocked.status(71, "M2") == "held"
    assert blocked.free(71, 44) == 0
    assert blocked.status(72, "M2") == "ended"
    assert blocked.confirm(95, "M3") == 200
    same = solution.MooringLedger(2, 100)
    same.request(0, 1, 60, 61)
    same.request(0, 1, 60, 61)
    same.request(1, 2, 60, 61)
    same.request(2, 1, 60, 61)
    assert [same.status(48, f"M{k}") for k in (1, 2, 3, 4)] == ["ended", "ended", "held", "waiting"]
    late = solution.MooringLedger(1, 100)
    late.request(0, 1, 60, 61)
    late.request(1, 1, 60, 61)
    assert late.request(96, 1, 60, 61) == "M3"
    assert [late.status(96, f"M{k}") for k in (1, 2, 3)] == ["ended", "ended", "held"]


def group_shrinking(solution):
    book = solution.MooringLedger(4, 1000)
    book.request(0, 3, 30, 32)
    book.request(1, 3, 30, 31)
    book.request(2, 2, 31, 33)
    assert book.cancel(20, "M2", 2) == 0
    assert book.status(20, "M2") == "held"
    assert book.free(20, 30) == 0
    assert book.cancel(30, "M1", 1) == 0
    assert book.status(30, "M3") == "held"
    assert book.free(30, 30) == 1
    assert book.confirm(47, "M1") == 4000
    assert book.status(67, "M2") == "held"
    assert book.status(68, "M2") == "ended"
    assert book.status(77, "M3") == "held"
    assert book.status(78, "M3") == "ended"
    kept = solution.MooringLedger(5, 333)
    kept.request(0, 5, 30, 31)
    assert kept.cancel(40, "M1", 2) == 0
    assert kept.confirm(41, "M1") == 919
    assert kept.cancel(42, "M1", 1) == 307
    assert kept.cancel(43, "M1", 1) == 306
    assert kept.takings() == 306
    aged = solution.MooringLedger(5, 100)
    aged.request(0, 4, 30, 31)
    aged.cancel(40, "M1", 1)
    assert aged.free(47, 30) == 2
    assert aged.free(48, 30) == 5
    place = solution.MooringLedger(2, 100)
    place.request(0, 2, 30, 31)
    place.request(1, 2, 30, 31)
    place.request(2, 1, 30, 31)
    place.cancel(5, "M2", 1)
    assert place.status(5, "M2") == "waiting"
    place.cancel(6, "M1", 1)
    assert [place.status(6, f"M{k}") for k in (2, 3)] == ["held", "waiting"]
    assert place.cancel(7, "M3", 1) == 0
    assert place.status(7, "M3") == "ended"
    place.cancel(8, "M1", 1)
    assert place.status(8, "M3") == "ended"
    assert place.free(8, 30) == 1


def group_errors(solution):
    book = solution.MooringLedger(3, 700)
    for boats, arrive, leave in ((0, 9, 10), (-1, 9, 10), (4, 9, 10), (1, 9, 9), (1, 9, 8), (1, 2, 5), (1, 1, 5)):
        with raises(ValueError):
            book.request(48, boats, arrive, leave)
    assert book.request(48, 3, 3, 5) == "M1"
    for ref in ("M2", "M0", "m1", ""):
        with raises(KeyError):
            book.status(48, ref)
        with raises(KeyError):
            book.confirm(48, ref)
        with raises(KeyError):
            book.cancel(48, ref, 1)
    for boats in (0, -1, 4):
        with raises(ValueError):
            book.cancel(49, "M1", boats)
    assert book.free(49, 3) == 0
    assert book.confirm(50, "M1") == 3864
    with raises(RuntimeError):
        book.confirm(50, "M1")
    assert book.takings() == 3864
    for boats in (0, -2, 4):
        with raises(ValueError):
            book.cancel(51, "M1", boats)
    assert book.takings() == 3864
    assert book.request(51, 1, 3, 6) == "M2"
    with raises(RuntimeError):
        book.confirm(51, "M2")
    assert book.status(51, "M2") == "waiting"
    assert book.request(51, 2, 8, 9) == "M3"
    book.cancel(52, "M3", 2)
    with raises(RuntimeError):
        book.cancel(52, "M3", 1)
    with raises(RuntimeError):
        book.confirm(52, "M3")
    with raises(ValueError):
        book.request(72, 1, 3, 9)
    assert book.status(72, "M2") == "ended"
    with raises(RuntimeError):
        book.cancel(72, "M1", 1)
    assert book.free(72, 3) == 0
    assert book.request(73, 1, 8, 9) == "M4"
