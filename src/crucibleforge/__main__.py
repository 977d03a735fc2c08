"""`python -m crucibleforge`, for where the script is not on the path."""

from crucibleforge.cli import main

main()
