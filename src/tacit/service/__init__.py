"""The server that collects: routes, headers and refusals of PROTOCOL.md around one store."""
