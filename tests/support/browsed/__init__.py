"""Real browsers that tests hold by hand, and the network between them and the server."""
