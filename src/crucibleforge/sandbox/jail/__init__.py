"""What a process takes from itself on Linux."""
