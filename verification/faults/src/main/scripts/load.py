"""A client of the fault suite in Python: takes locks through the host agent, uses what they guard, and writes down what it saw.

    load.py CLIENT_FOLDER SOCKET NAME TTL_MS RESOURCE [believes]

It obeys `work CALLERS SEED`, `cut` (its connection is shut down while it lives) and `stop`. A line of its output is an event of the
suite's history, in nanoseconds of the monotonic clock. With `believes` it does not ask whether it still holds: the negative control.
"""
import os
import random
import socket
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, sys.argv[1])
import lockkeeper  # noqa: E402

SOCKET, NAME, TTL, RESOURCE = sys.argv[2], sys.argv[3], int(sys.argv[4]) / 1000, os.open(sys.argv[5], os.O_WRONLY | os.O_APPEND)
BELIEVES = "believes" in sys.argv[6:]
LOCKS = ["exclusive-1", "exclusive-2", "exclusive-3", "kept-1", "kept-2", "read-write-1", "read-write-2", "semaphore-1"]
WRITER, SEMAPHORE, LONGEST_WAIT = 1 << 30, 3, 40
CAUSES = {"evicted": "Evicted", "expired": "Expired", "takenOver": "TakenOver", "ended": "HostAgentEnded"}

locks = lockkeeper.Lockkeeper(NAME, socket_path=SOCKET, instance=NAME)
printing, stopped = threading.Lock(), threading.Event()
now = time.monotonic_ns


def write(kind, *values):
    words = [str(value).lower() if isinstance(value, bool) else urllib.parse.quote_plus(str(value)) for value in values]
    with printing:
        sys.stdout.write(" ".join([kind] + words) + "\n")
        sys.stdout.flush()


def is_held(lease, call):
    before = now()
    left = int(lease.remaining * 1e9)
    held = BELIEVES or lease.is_held()
    if held:
        write("Held", before, NAME, call, left)
    else:
        write("NotHeld", now(), NAME, call)
    return held


def use(lease, call, lock):
    os.write(RESOURCE, "{} {} {} {} {}\n".format(now(), NAME, call, lock, lease.token).encode())


def lost(call, cause):
    write("Lost", now(), NAME, call, CAUSES.get(cause.split(" ")[0], "HostAgent"), cause)


def ask(call, chance):
    lock = "long-" + call.rsplit("-", 1)[0] if chance.randrange(60) == 0 else chance.choice(LOCKS)
    wait = 0 if chance.randrange(4) == 0 else LONGEST_WAIT
    weight, capacity, kind = 1, 1, {}
    if lock.startswith("read-write"):
        capacity, writes = WRITER, chance.randrange(3) == 0
        weight, kind = (WRITER, {"write": True}) if writes else (1, {"shared": True})
    elif lock.startswith("semaphore"):
        weight, capacity = chance.randint(1, SEMAPHORE), SEMAPHORE
        kind = {"permits": weight, "capacity": capacity}
    write("Asked", now(), NAME, call, lock, weight, capacity, wait > 0)
    try:
        lease = locks.acquire(lock, wait=wait, ttl=TTL, settle=chance.choice([0, 0.1]), note=call, **kind)
    except lockkeeper.NotAcquired as e:
        return write("Refused", now(), NAME, call, e)
    except lockkeeper.LockError as e:
        write("Unknown", now(), NAME, call, e)
        return time.sleep(0.2)
    at = now()
    write("Granted", at, NAME, call, lock, lease.token, int(lease.remaining * 1e9))
    lease.on_lost(lambda cause: lost(call, cause))
    hold(lease, call, lock, chance)


def hold(lease, call, lock, chance):
    until = time.monotonic() + (TTL * 2 if lock.startswith("long") else chance.randint(1, 60) / 1000)
    held = is_held(lease, call)
    use(lease, call, lock)
    while held and not stopped.is_set() and time.monotonic() < until:
        time.sleep(0.015)
        held = is_held(lease, call)
    if held:
        use(lease, call, lock)
    is_held(lease, call)
    write("Releasing", now(), NAME, call)
    held = lease.release()
    write("Released", now(), NAME, call, held)


def load(caller, seed):
    chance, calls = random.Random(seed), 0
    while not stopped.is_set():
        calls += 1
        ask("{}-{}".format(caller, calls), chance)
        time.sleep(chance.randint(5, 40) / 1000)


def cut():
    session = locks._session
    if session is not None and not session.over:
        try:
            session.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


print("ready", flush=True)
for line in sys.stdin:
    verb, *words = line.split()
    if verb == "work":
        for i in range(int(words[0])):
            threading.Thread(target=load, args=("{}-{}".format(NAME, i), int(words[1]) + i), daemon=True).start()
    elif verb == "cut":
        cut()
    elif verb == "stop":
        stopped.set()
os._exit(0)
