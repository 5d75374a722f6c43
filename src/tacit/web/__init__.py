"""The pages that people see: what a release serves, by content, in every language; no framework, no build."""
