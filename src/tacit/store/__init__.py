"""What a server that collects keeps: no crash takes it back, and no file tells who sent which answer."""
