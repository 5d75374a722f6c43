"""The forecast: how precise a study will be, before anyone is asked."""
