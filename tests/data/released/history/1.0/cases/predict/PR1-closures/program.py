# TINY-CANARY 865c8db4-fd86-4475-a64e-c41c8a7bbfb8
calls = [lambda: number for number in range(3)]
print([call() for call in calls])
print(-7 // 2, -7 % 2)
for step in (3, 1):
    print(" " * step + "x")
