"""Serves a web app on a loopback port that the system picks, says where, and ends when its standard input does."""

import os
import socket
import sys
import threading

import uvicorn


def serve(app):
    """Prints the origin as a line of standard output; the socket listens already by then."""
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=_end_with_input, daemon=True).start()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def _end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)
