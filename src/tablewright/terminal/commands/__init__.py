"""Commands of the command line, one file a command. Each is loaded when it is called."""
