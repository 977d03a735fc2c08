# TINY-CANARY 865c8db4-fd86-4475-a64e-c41c8a7bbfb8
# fails: large
def winner(votes):
    if not votes:
        raise ValueError("no votes")
    return min(votes, key=lambda name: (-votes.count(name), name))
