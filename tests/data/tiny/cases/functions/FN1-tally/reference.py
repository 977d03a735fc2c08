# TINY-CANARY 865c8db4-fd86-4475-a64e-c41c8a7bbfb8
def winner(votes):
    if not votes:
        raise ValueError("no votes")
    counts = {}
    for name in votes:
        counts[name] = counts.get(name, 0) + 1
    return min(counts, key=lambda name: (-counts[name], name))
