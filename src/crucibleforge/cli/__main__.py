"""`python -m crucibleforge.cli`, for where the script is not on the path."""

from ._app import main

main()
