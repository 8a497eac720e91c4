"""A process that takes a lock through the host agent, and then does what a test says, line by line.

It speaks the protocol by hand: no client library stands between what the test asks for and the socket.
Usage: holder.py SOCKET LOCK TTL_MS [KEEP_MS]
"""
import ctypes
import json
import os
import socket
import sys
import threading
import time


SAYING = threading.Lock()


def say(line):
    """One line at a time: two threads that print together would write into each other's."""
    with SAYING:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


class Session:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.lock = threading.Lock()
        self.id = 0
        self.written = {}
        self.until = None
        self.answers = threading.Event()

    def send(self, **members):
        with self.lock:
            self.id += 1
            self.written[self.id] = time.clock_gettime(time.CLOCK_BOOTTIME)
            self.socket.sendall((json.dumps({"id": self.id, **members}) + "\n").encode())
            return self.id

    def hello(self):
        with open("/proc/sys/kernel/random/boot_id") as boot:
            self.send(hello=1, service="holder", client="raw/1", pid=os.getpid(),
                      pidns=os.readlink("/proc/self/ns/pid"), boot=boot.read().strip())
        return json.loads(self.lines.readline())

    def acquire(self, lock, ttl, **more):
        self.send(acquire=lock, ttlMs=ttl, **more)
        while True:
            line = json.loads(self.lines.readline())
            if "granted" in line:
                self.until = self.written[line["seen"]] + line["granted"]["leftMs"] / 1000
                return line["granted"]
            if "queued" not in line:
                raise SystemExit("not granted: " + json.dumps(line))

    def holds(self):
        """What this process believes."""
        until = self.until  # once: the listening thread may forget it meanwhile
        return until is not None and time.clock_gettime(time.CLOCK_BOOTTIME) < until

    def listen(self):
        try:
            for text in self.lines:
                line = json.loads(text)
                for left in line.get("left", {}).values():
                    if self.holds():
                        self.until = max(self.until, self.written[line["seen"]] + left / 1000)
                if "lost" in line:
                    self.until = None
                    say("lost " + line["lost"]["cause"])
        except (OSError, ValueError):
            pass

    def beat(self, pause):
        try:
            while True:
                self.send(beat=True)
                time.sleep(pause)
        except OSError:
            pass


def believe(session, until):
    """Says until when it believed, by the wall clock: the test compares it with the next grant."""
    while session.holds():
        until = session.until or until
        time.sleep(0.001)
    say("doubts %d" % ((until + wall_clock_ahead()) * 1000))


def wall_clock_ahead():
    """Of the other clock, read at one moment: not when this thread was not scheduled in between."""
    while True:
        before = time.clock_gettime(time.CLOCK_BOOTTIME)
        wall = time.time()
        if time.clock_gettime(time.CLOCK_BOOTTIME) - before < 0.001:
            return wall - before


def fork(session, doing):
    child = os.fork()
    if child == 0:
        if doing == "shutdown":
            session.socket.shutdown(socket.SHUT_RDWR)
            os._exit(0)
        if doing == "exit":
            os._exit(0)
        while True:  # keeps the parent's socket open
            time.sleep(1)
    say("child %d" % child)


def main():
    session = Session(sys.argv[1])
    welcome = session.hello()
    ttl = int(sys.argv[3])
    granted = session.acquire(sys.argv[2], ttl, **({"keepMs": int(sys.argv[4])} if len(sys.argv) > 4 else {}))
    threading.Thread(target=session.listen, daemon=True).start()
    threading.Thread(target=session.beat, args=(ttl / 6000,), daemon=True).start()
    say("holds %s %s" % (welcome["proof"], granted["token"]))
    for order in sys.stdin:
        verb, _, rest = order.strip().partition(" ")
        if verb == "exit":
            os._exit(0)
        elif verb == "fork":
            fork(session, rest)
        elif verb == "halfclose":
            session.socket.shutdown(socket.SHUT_WR)
        elif verb == "closeall":
            os.closerange(3, 64)
        elif verb == "leaderends":
            threading.Thread(target=believe, args=(session, session.until)).start()
            os.closerange(3, 64)
            say("did leaderends")
            ctypes.CDLL(None).syscall(60, 0)  # the end of this thread, not of the process
        elif verb == "until":
            say("until %d" % ((session.until + wall_clock_ahead()) * 1000))
        elif verb == "believe":
            threading.Thread(target=believe, args=(session, session.until), daemon=True).start()
        say("did " + verb)


if __name__ == "__main__":
    main()
