"""Single-threaded processes that acquire and release as fast as they can, by the protocol itself: what is measured is the host agent.

Usage: pairs.py SOCKET PROCESSES SECONDS LOCK [MEMBERS]. LOCK with %d is one of its own for each process. Says "pairs N".
"""
import os
import re
import socket
import sys
import time

PATH, PROCESSES, SECONDS, LOCK = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
MEMBERS = sys.argv[5] if len(sys.argv) > 5 else ""
LEASE = re.compile(rb'"granted":{"lease":"(\d+)"')


class Peer:
    def __init__(self, number):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(PATH)
        self.rest, self.id = b"", 0
        name = LOCK % number if "%d" in LOCK else LOCK
        self.acquire = '"acquire":"%s"%s' % (name, MEMBERS)
        with open("/proc/sys/kernel/random/boot_id") as boot:
            self.send('"hello":1,"service":"pairs","pid":%d,"pidns":"%s","boot":"%s"'
                      % (os.getpid(), os.readlink("/proc/self/ns/pid"), boot.read().strip()))
        assert b"session" in self.line()

    def send(self, *lines):
        """Several at once: who gives a lock up asks for it again with the same write."""
        text = ""
        for line in lines:
            self.id += 1
            text += '{"id":%d,%s}\n' % (self.id, line)
        self.socket.sendall(text.encode())

    def line(self):
        while b"\n" not in self.rest:
            self.rest += self.socket.recv(65536)
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def granted(self):
        while True:
            line = self.line()
            found = LEASE.search(line)
            if found:
                return found.group(1).decode()
            if b'"error"' in line or b'"refused"' in line:
                raise SystemExit(line.decode())

    def work(self, until):
        pairs = 0
        self.send(self.acquire)
        while time.monotonic() < until:
            self.send('"release":"%s"' % self.granted(), self.acquire)
            pairs += 1
        return pairs


counts, count = os.pipe()
go, went = os.pipe()
for i in range(PROCESSES):
    if os.fork() == 0:
        os.close(went)
        peer = Peer(i)
        os.write(count, b"ready\n")
        os.read(go, 1)
        os.write(count, b"%d\n" % peer.work(time.monotonic() + SECONDS))
        os._exit(0)
os.close(count)
lines = os.fdopen(counts, "rb")
for i in range(PROCESSES):
    assert lines.readline() == b"ready\n"
print("begin", flush=True)
os.close(went)
print("pairs %d" % sum(int(lines.readline()) for i in range(PROCESSES)), flush=True)
