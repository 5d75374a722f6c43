"""The researcher's side of collecting: what the commands open, invite and status say to a server."""
