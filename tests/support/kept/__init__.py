"""What tests of the store share: studies to open, a model in plain Python, processes that are killed."""
