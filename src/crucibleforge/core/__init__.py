"""The vocabulary that every package shares: frozen values, errors, the clock. Standard library only."""
