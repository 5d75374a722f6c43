"""How fast and how exact this is, on this machine and beside others: `tacit bench`."""
