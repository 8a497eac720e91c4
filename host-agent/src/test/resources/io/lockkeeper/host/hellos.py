"""A process that says hello as it must not, on a connection each, and after a line on its input as it is. Usage: hellos.py SOCKET"""
import json
import os
import socket
import sys

connections = []


def hello(**members):
    with open("/proc/sys/kernel/random/boot_id") as boot:
        line = {"id": 1, "hello": 1, "service": "hellos", "pid": os.getpid(),
                "pidns": os.readlink("/proc/self/ns/pid"), "boot": boot.read().strip()}
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(sys.argv[1])
    connection.sendall((json.dumps({**line, **members}) + "\n").encode())
    connections.append(connection)  # open until the end
    return connection.makefile("r", encoding="utf-8").readline()


for members in ({"pid": os.getpid() + 1}, {"pid": 0}, {"watch": "agent", "watchKey": "key"}, {"store": "another"}):
    hello(**members)
print("answered", flush=True)
sys.stdin.readline()
hello()
print("welcome", flush=True)
sys.stdin.readline()
