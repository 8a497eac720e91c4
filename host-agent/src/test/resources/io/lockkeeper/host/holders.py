"""Many processes that each take a lock of their own, have the same done to them, and say until when they believed in it.

Usage: holders.py SOCKET FIRST COUNT TTL_MS DEED. Says "holds NUMBER PID" for each; at "go" the deed is done, at "wake" who was stopped goes on.
"""
import os
import signal
import socket
import sys
import threading
import time
import traceback

import holder

PATH, FIRST, COUNT, TTL, DEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
LAST_PID = "/proc/sys/kernel/ns_last_pid"


def beat(session, until):
    while time.monotonic() < until():
        try:
            session.send(beat=True)
        except OSError:
            return
        time.sleep(TTL / 6000)


def fork(session, deed):
    child = os.fork()
    if child == 0:
        deed()
        os._exit(0)
    os.waitpid(child, 0)


def do(session):
    """Whether it goes on beating for a ttl."""
    if DEED == "halfclose":
        session.socket.shutdown(socket.SHUT_WR)
    elif DEED in ("closeall", "reused"):
        os.closerange(3, 4096)
    elif DEED == "shutdown":
        fork(session, lambda: session.socket.shutdown(socket.SHUT_RDWR))
    elif DEED == "fork":
        fork(session, lambda: None)
        return True
    return DEED in ("stop", "proxy")


def live(number, go):
    session = holder.Session(PATH)
    session.hello()
    session.acquire("job%d" % number, TTL)
    silent_from = float("inf")
    threading.Thread(target=session.listen, daemon=True).start()
    threading.Thread(target=beat, args=(session, lambda: silent_from), daemon=True).start()
    until = session.until  # before it may be told that the lease is lost
    say("holds %d %d" % (number, os.getpid()))
    os.read(go, 1)
    silent_from = time.monotonic() + (TTL / 1000 if do(session) else 0)
    until = session.until or until
    while session.holds():
        until = session.until or until
        time.sleep(0.005)
    ahead = holder.wall_clock_ahead()
    until = min(until, time.clock_gettime(time.CLOCK_BOOTTIME))  # sooner if it was told
    say("doubts %d %d" % (number, (until + ahead) * 1000))
    os._exit(0)


def say(text):
    os.write(1, (text + "\n").encode())  # one write: lines of many processes do not mix


def start(number, go, to_close):
    pid = os.fork()
    if pid == 0:
        try:
            os.close(to_close)
            live(number, go)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return pid


def with_the_pid_of_a_dead_one(number, go, to_close):
    """Of one that held a lock, too, and was killed."""
    told, tell = os.pipe()
    while True:
        dead = os.fork()
        if dead == 0:
            os.close(to_close)
            session = holder.Session(PATH)
            session.hello()
            session.acquire("old%d" % number, 20_000)
            os.write(tell, b".")
            time.sleep(3600)
        os.read(told, 1)
        os.kill(dead, signal.SIGKILL)
        os.waitpid(dead, 0)
        for _ in range(50):
            with open(LAST_PID, "w") as last:
                last.write(str(dead - 1))
            pid = start(number, go, to_close) if next_pid_is(dead) else 0
            if pid == dead:
                return pid
            if pid:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def next_pid_is(wanted):
    return not os.path.exists("/proc/%d" % wanted)


def main():
    go, went = os.pipe()
    begin = with_the_pid_of_a_dead_one if DEED == "reused" else start
    pids = [begin(FIRST + i, go, went) for i in range(COUNT)]
    for order in sys.stdin:
        if order.strip() == "go":
            os.close(went)
            if DEED == "stop":
                for pid in pids:
                    os.kill(pid, signal.SIGSTOP)
        elif order.strip() == "wake":
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


main()
