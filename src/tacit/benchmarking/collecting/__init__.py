"""The service under load: a server process on one processor, whoever loads it on another."""
