"""What tests of collecting share: a signing key that everybody knows, sources of given bytes, studies."""
