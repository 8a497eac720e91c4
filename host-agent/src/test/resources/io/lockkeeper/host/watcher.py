"""A process that asks to be watched as an agent, with a key, and then lives. Usage: watcher.py SOCKET AGENT KEY COMMAND_MS TTL_MS"""
import json
import os
import socket
import sys

connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
connection.connect(sys.argv[1])
lines = connection.makefile("r", encoding="utf-8")
with open("/proc/sys/kernel/random/boot_id") as boot:
    hello = {"id": 1, "hello": 1, "service": "watched", "pid": os.getpid(), "pidns": os.readlink("/proc/self/ns/pid"),
             "boot": boot.read().strip(), "watch": sys.argv[2], "watchKey": sys.argv[3],
             "commandMs": int(sys.argv[4]), "ttlMs": int(sys.argv[5])}
connection.sendall((json.dumps(hello) + "\n").encode())
answer = json.loads(lines.readline())
print("answer " + (answer["error"]["code"] if "error" in answer else answer["proof"]), flush=True)
for order in sys.stdin:
    pass
