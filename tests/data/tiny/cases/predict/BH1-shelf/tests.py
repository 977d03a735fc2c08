# TINY-CANARY 865c8db4-fd86-4475-a64e-c41c8a7bbfb8
def group_full(solution):
    shelf = solution.Shelf(5)
    assert shelf.add("a", 2) is True
    assert shelf.add("b", 3) is True
    assert shelf.add("c", 1) is False


def group_alias(solution):
    first, second = solution.Shelf(9), solution.Shelf(9)
    first.add("a", 2)
    assert second.titles() == []
    assert first.titles() == ["a"]
