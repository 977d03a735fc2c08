"""What a test and a solution say to each other, and what of it is believed."""
