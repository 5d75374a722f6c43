"""The promise of a study, proved again from the very integers that will be used."""
