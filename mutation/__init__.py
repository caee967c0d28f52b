"""How good the tests are: rules are spoilt one at a time, and a test should notice each time."""
