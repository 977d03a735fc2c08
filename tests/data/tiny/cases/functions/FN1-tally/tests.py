# TINY-CANARY 865c8db4-fd86-4475-a64e-c41c8a7bbfb8
def group_basics(solution):
    assert solution.winner(["b", "a", "b"]) == "b"
    assert solution.winner(["z"]) == "z"


def group_ties(solution):
    assert solution.winner(["b", "a"]) == "a"
    assert solution.winner(["c", "b", "c", "b", "a"]) == "b"


def group_empty(solution):
    with raises(ValueError):
        solution.winner([])


def group_large(solution):
    assert solution.winner([str(number) for number in range(6000)]) == "0"
