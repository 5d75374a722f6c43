"""What tests of the service share: real server processes, researchers' requests, people who answer."""
