# MAKO-CANARY fec4ffe8-98e7-44e6-9942-e815bc05b299
def group_last_day(solution):
    press = solution.CiderPress()
    press.deliver(10, "Ines", 100, 150)
    press.deliver(11, "Olav", 40, 90)
    press.deliver(12, "Ines", 20, 150)
    assert press.withdraw(12, "Ines") == 120
    assert press.waiting == 40
    assert press.ranking() == ["Olav", "Ines"]
    assert press.withdraw(14, "Olav") == 0
    assert press.withdraw(13, "Olav") == 40
    assert press.waiting == 0
    assert press.deliver(20, "Ines", 30, 150) == 4
    assert press.withdraw(23, "Ines") == 0
    assert press.withdraw(22, "Ines") == 30
    press.deliver(30, "Ines", 30, 150)
    assert press.withdraw(31, "Ines") == 30
    assert press.waiting == 0


def group_waiting(solution):
    press = solution.CiderPress()
    press.deliver(1, "Ines", 100, 150)
    press.deliver(1, "Olav", 50, 120)
    assert press.press(120) == [(1, 100), (2, 20)]
    assert press.waiting == 30
    assert press.press(200) == [(2, 30)]
    assert press.waiting == 0
    assert press.press(70) == []
    assert press.waiting == 0
    press.deliver(2, "Ines", 10, 150)
    assert press.waiting == 10
    assert press.pressed() == {"A": 100, "B": 50}


def group_bonus(solution):
    def pay(kilos, sugar):
        press = solution.CiderPress()
        press.deliver(1, "Ines", kilos, sugar)
        return press.paid["Ines"]

    assert pay(500, 150) == 19000
    assert pay(501, 150) == 19042
    assert pay(600, 140) == 23200
    assert pay(600, 110) == 19000
    assert pay(600, 139) == 19000
    assert pay(501, 80) == 11022
    assert pay(600, 109) == 13200
    assert pay(600, 79) == 4890
    assert pay(18, 0) == 147
    assert pay(19, 0) == 141


def group_trial(solution):
    press = solution.CiderPress()
    press.deliver(1, "Ines", 100, 150)
    press.deliver(1, "Olav", 50, 120)
    twin = press.trial()
    assert twin.press(120) == [(1, 100), (2, 20)]
    assert (twin.waiting, press.waiting) == (30, 150)
    assert press.pressed() == {}
    assert press.press(110) == [(1, 100), (2, 10)]
    assert (twin.waiting, press.waiting) == (30, 40)
    assert twin.press(30) == [(2, 30)]
    assert press.press(40) == [(2, 40)]
    other = press.trial()
    assert other.deliver(2, "Ines", 10, 150) == 3
    assert press.deliver(2, "Maud", 5, 150) == 3
    assert other.withdraw(2, "Ines") == 10
    assert press.ranking() == ["Ines", "Olav", "Maud"]
    assert other.ranking() == ["Ines", "Olav"]
    assert press.pressed() == {"A": 100, "B": 50}
