"""Locks in MongoDB, through the machine's host agent (`lockkeeper serve`). Linux and macOS, Python 3.9 or newer, no dependencies.

    from lockkeeper import Lockkeeper

    locks = Lockkeeper("billing")
    with locks.acquire("send_sms") as lease:        # waits its turn, renews itself
        send(batch, fence=lease.token)
    lease = locks.try_acquire("nightly-report")     # None if it is in use

`AsyncLockkeeper` is the same for asyncio. Both are safe for any number of threads, or tasks.

What the process believes: a lease is held until its deadline, which is the clock before the line was written that the host agent had
read last, plus what its answer says is left. Nothing else moves it, and a deadline that has passed is not revived.
"""
import asyncio
import atexit
import collections
import json
import os
import socket
import stat
import sys
import threading
import time
import warnings
import weakref
from concurrent.futures import Future

__all__ = ["Lockkeeper", "AsyncLockkeeper", "Lease", "LockError", "NotAcquired", "LeaseLost", "DEFAULT_SOCKET"]

DEFAULT_SOCKET = os.environ.get("LOCKKEEPER_HOST_SOCKET", "/run/lockkeeper/lockkeeper.sock")
_STARTED = (time.monotonic(), time.time())


class LockError(Exception):
    """A request that failed. Nothing of it stays behind. `code` is the host agent's; "connection" is the client's own."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class NotAcquired(LockError):
    """The wait ended before the lock was granted. `holder` is a dict that says who holds it, or None."""

    def __init__(self, name, refused):
        holder = refused.get("holder")
        by = dict(holder["details"] or holder, host=holder["host"]) if holder else {}
        who = " held by {} (pid {}, host {})".format(by.get("service"), by.get("pid"), by.get("host")) if by else ""
        super().__init__("refused", 'Lock "{}" was not acquired:{}, {} waiting'.format(name, who, refused.get("waiting", 0)))
        self.holder = holder


class LeaseLost(LockError):
    """The lease is not held any more: stop. `cause` says why."""

    def __init__(self, name, cause):
        super().__init__("lost", 'The lease of "{}" is lost: {}. Another process may hold the lock now'.format(name, cause))
        self.cause = cause


def _now():
    """Seconds on a clock that goes on while the machine is suspended."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return max(time.monotonic() - _STARTED[0], time.time() - _STARTED[1])


class _Held:
    """What is known of a lease. Its session's threads change it; a fork, a loss and a release end it for good."""

    def __init__(self, session, number, name, token, until, ttl):
        self.session, self.number, self.name, self.token = session, number, name, token
        self.until, self.ttl, self.pid, self.cause, self.released = until, ttl, os.getpid(), None, False
        self.listeners = []

    def left(self):
        if self.released or self.cause or self.pid != os.getpid():
            return 0.0
        return max(0.0, self.until - _now())

    def extend(self, until):
        if self.left() > 0:
            self.until = max(self.until, until)

    def lose(self, cause):
        if self.released or self.cause:
            return
        self.cause = cause
        for listener in self.listeners:
            threading.Thread(target=listener, args=(cause,), daemon=True).start()


class Lease:
    """One grant of a lock, held until it is released or lost."""

    def __init__(self, held):
        self._held = held
        self._unreachable = weakref.finalize(self, held.session.abandoned, held)
        self._unreachable.atexit = False

    name = property(lambda self: self._held.name)
    token = property(lambda self: self._held.token, doc="The fencing token: greater than that of every earlier lease of the lock.")
    remaining = property(lambda self: self._held.left(), doc="Seconds until it is lost unless it is renewed.")

    def is_held(self):
        """Compares the clock each time, and asks nobody."""
        return self._held.left() > 0

    def check(self):
        """Raises LeaseLost unless the lease is held."""
        if not self.is_held():
            raise LeaseLost(self.name, self.loss or "it was released")

    @property
    def loss(self):
        """Why it was lost; None while it is held and after its release."""
        held = self._held
        if held.pid != os.getpid():
            return "it is the parent process's"
        return held.cause or (None if held.released or held.left() > 0 else "expired")

    def on_lost(self, listener):
        """Calls the listener with the cause, on a thread of its own, when the lease is lost; at once if it is."""
        self._held.listeners.append(listener)
        if self.loss:
            threading.Thread(target=listener, args=(self.loss,), daemon=True).start()

    def _begin_release(self):
        self._unreachable.detach()
        was_held = self.is_held()
        self._held.released = not self.loss
        return was_held, self._held.session.release(self._held)

    def release(self):
        """Releases the lock. Whether it was held to its end, acknowledged; False also where that is not known."""
        was_held, answer = self._begin_release()
        try:
            return bool(answer.result(20)) and was_held
        except Exception:  # no answer is not a yes
            return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()

    async def release_async(self):
        was_held, answer = self._begin_release()
        try:
            return bool(await asyncio.wait_for(asyncio.wrap_future(answer), 20)) and was_held
        except (LockError, asyncio.TimeoutError):
            return False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.release_async()

    def __repr__(self):
        return "Lease({!r}, token={}, {})".format(self.name, self.token, "held" if self.is_held() else self.loss or "released")


class _Session:
    """One connection: a thread that reads, and one that beats while there is something to beat for."""

    def __init__(self, path, hello):
        _require_own(path)
        self.lock, self.due = threading.Lock(), threading.Event()
        self.pid, self.last, self.written = os.getpid(), 0, collections.OrderedDict()
        self.asked, self.held, self.lost_handles, self.over = {}, {}, collections.deque(), False
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(10)
        try:
            self.socket.connect(path)
            self.lines = self.socket.makefile("rb")
            self.send(hello)
            welcome = json.loads(self.lines.readline() or b"{}")
        except (OSError, ValueError) as e:
            self.socket.close()
            raise LockError("connection", "The host agent at {} does not answer: {}. No lock was requested.".format(path, e)) from e
        if "session" not in welcome:
            error = welcome.get("error", {"code": "connection", "text": "The host agent ended the connection."})
            self.socket.close()
            raise LockError(error["code"], error["text"])
        self.socket.settimeout(None)
        self.proof, self.beat_every = welcome["proof"], welcome["beatMs"] / 1000
        threading.Thread(target=self.read, name="lockkeeper-read", daemon=True).start()
        threading.Thread(target=self.beat, name="lockkeeper-beat", daemon=True).start()

    def send(self, line, answer=None, name=None, ttl=None):
        """Id and clock are taken under the lock that writes: the order of the ids is the order of the lines."""
        with self.lock:
            if self.over or self.pid != os.getpid():
                raise LockError("connection", "The connection to the host agent has ended.")
            self.last += 1
            self.written[self.last] = _now()
            if answer is not None:
                self.asked[self.last] = (answer, name, ttl)
            number = self.last
            try:
                self.socket.sendall(json.dumps(dict(line, id=number)).encode() + b"\n")
            except OSError as e:
                self.asked.pop(number, None)
                raise LockError("connection", "The host agent does not read: {}".format(e)) from e
        return number

    def acquire(self, line, ttl):
        answer = Future()
        number = self.send(line, answer, line["acquire"], ttl)
        self.due.set()
        return number, answer

    def give_up(self, number, answer):
        """The caller waits no more; what is granted nevertheless is released."""
        answer.cancel()
        try:
            self.send({"cancel": number})
        except LockError:
            pass
        if answer.done() and not answer.cancelled() and answer.exception() is None:
            answer.result()._begin_release()

    def release(self, held):
        answer = Future()
        try:
            self.send({"release": held.number}, answer)
        except LockError as e:
            answer.set_exception(e)
        return answer

    def abandoned(self, held):
        """Of the garbage collector, on any thread: takes no lock."""
        if not held.released and held.pid == os.getpid():
            self.lost_handles.append(held)
            self.due.set()

    def read(self):
        try:
            for text in self.lines:
                self.hear(json.loads(text))
        except (OSError, ValueError):
            pass
        self.end()

    def hear(self, line):
        seen = line.get("seen", 0)
        before = self.written.get(seen)
        with self.lock:
            while self.written and next(iter(self.written)) < seen:
                self.written.popitem(last=False)
            asked = None if "queued" in line else self.asked.pop(line.get("re"), None)
        if "granted" in line:
            self.granted(line["granted"], before, asked)
        elif "left" in line:
            self.extend(line["left"], before)
        elif "lost" in line:
            held = self.held.get(line["lost"]["lease"])
            if held:
                by = line["lost"].get("by")
                held.lose(line["lost"]["cause"] + (" by {}: {}".format(by, line["lost"].get("reason")) if by else ""))
        elif asked:
            _answer(asked, line)

    def granted(self, granted, before, asked):
        answer, name, ttl = asked
        held = _Held(self, granted["lease"], name, granted["token"], before + granted["leftMs"] / 1000, ttl)
        self.held[held.number] = held
        if answer.set_running_or_notify_cancel():
            answer.set_result(Lease(held))
        else:
            held.released = True
            self.release(held)

    def extend(self, left, before):
        for number, held in list(self.held.items()):
            if held.released:
                self.held.pop(number, None)
            elif number in left:
                held.extend(before + left[number] / 1000)

    def beat(self):
        while not self.over:
            busy = self.held or self.asked
            shortest = min([h.ttl for h in list(self.held.values())] + [t for _, _, t in list(self.asked.values()) if t] or [3600])
            self.due.wait(min(self.beat_every, shortest / 6) if busy else None)
            self.due.clear()
            while self.lost_handles:
                held = self.lost_handles.popleft()
                warnings.warn('The lease of "{}" became unreachable and was released: use `with`.'.format(held.name), ResourceWarning)
                held.released = True
                self.release(held)
            for held in list(self.held.values()):
                if held.left() <= 0:
                    held.lose("expired")
            try:
                if self.held or self.asked:
                    self.send({"beat": True})
            except LockError:
                return

    def end(self):
        """The leases run to their deadlines: the host agent keeps them so long."""
        with self.lock:
            self.over, asked, self.asked = True, list(self.asked.values()), {}
        self.due.set()
        for answer, _, _ in asked:
            if answer.set_running_or_notify_cancel():
                answer.set_exception(LockError("connection", "The host agent ended the connection."))
        for held in list(self.held.values()):
            timer = threading.Timer(held.left(), held.lose, args=("the connection to the host agent ended",))
            timer.daemon = True
            timer.start()
        self.socket.close()

    def close(self):
        for held in list(self.held.values()):
            held.lose("the client was closed")
        try:
            self.send({"bye": True})
        except LockError:
            pass


def _answer(asked, line):
    answer, name, _ = asked
    if not answer.set_running_or_notify_cancel():
        return
    if "released" in line:
        answer.set_result(line["released"]["wasHeld"])
    elif "refused" in line:
        answer.set_exception(NotAcquired(name, line["refused"]))
    else:
        error = line.get("error", {"code": "cancelled", "text": "The request was cancelled."})
        answer.set_exception(LockError(error["code"], error["text"]))


def _require_own(path):
    """Whoever can put a socket there could grant everybody everything."""
    trusted = {0, os.getuid()}
    named = os.environ.get("LOCKKEEPER_HOST_USER", "")
    if named == "any":
        return
    if named:
        import pwd
        trusted.add(int(named) if named.isdigit() else pwd.getpwnam(named).pw_uid)
    for file in (path, os.path.dirname(path)):
        try:
            found = os.lstat(file)
        except OSError as e:
            raise LockError("connection", "There is no host agent at {}: {}. Is `lockkeeper serve` running?".format(path, e)) from e
        if found.st_uid not in trusted or (stat.S_ISDIR(found.st_mode) and found.st_mode & 0o002):
            raise LockError("connection", "{} belongs to user {}, or every user may write to it: name the host agent's user in "
                            "LOCKKEEPER_HOST_USER.".format(file, found.st_uid))


def _hello(service, instance, store):
    hello = {"hello": 1, "service": service, "client": "python/0.1", "pid": os.getpid(), "instance": instance, "store": store}
    try:
        hello["pidns"] = os.readlink("/proc/self/ns/pid")
        with open("/proc/sys/kernel/random/boot_id") as boot:
            hello["boot"] = boot.read().strip()
    except OSError:
        pass
    return {name: value for name, value in hello.items() if value is not None}


_clients = weakref.WeakSet()


class Lockkeeper:
    """Takes locks for this process. `store` names the locks that are meant; a host agent that has others is refused."""

    def __init__(self, service, *, socket_path=None, instance=None, store=None):
        self._service, self._path, self._instance, self._store = service, socket_path or DEFAULT_SOCKET, instance, store
        self._opening, self._session = threading.Lock(), None
        _clients.add(self)

    def _begin(self, name, wait, ttl, max_hold, settle, options):
        seconds = {"waitMs": wait, "ttlMs": ttl, "maxHoldMs": max_hold, "settleMs": settle}
        line = dict(options, acquire=name)
        line.update({field: int(value * 1000) for field, value in seconds.items() if value is not None})
        for again in (True, False):
            session = self._open()
            try:
                return (session,) + session.acquire(line, ttl or 30)
            except LockError:
                if not again:
                    raise

    def _open(self):
        with self._opening:
            if self._session is None or self._session.over or self._session.pid != os.getpid():
                uwsgi = sys.modules.get("uwsgi")
                if uwsgi and not uwsgi.opt.get("enable-threads"):
                    raise LockError("connection", "uWSGI runs no threads, so no lease could be renewed: start it with --enable-threads.")
                self._session = _Session(self._path, _hello(self._service, self._instance, self._store))
            return self._session

    def acquire(self, name, *, wait=None, ttl=None, max_hold=None, settle=None, **options):
        """Waits its turn, `wait` seconds at most, and returns the lease. Times are seconds.

        Options: shared=True or write=True for a read-write lock, permits=2 and capacity=5 for a semaphore, note="…", details={…}.
        Raises NotAcquired when the wait ends first, and LockError.
        """
        session, number, answer = self._begin(name, wait, ttl, max_hold, settle, options)
        try:
            return answer.result()
        except BaseException:
            if not answer.done() or answer.exception() is None:
                session.give_up(number, answer)
            raise

    def try_acquire(self, name, **options):
        """The lease if the lock is free and nothing waits for it, else None."""
        try:
            return self.acquire(name, wait=0, **options)
        except NotAcquired:
            return None

    def close(self):
        """Releases everything. What was not released by then is lost for its holder."""
        session, self._session = self._session, None
        if session and not session.over and session.pid == os.getpid():
            session.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class AsyncLockkeeper(Lockkeeper):
    """The same for asyncio: `async with await locks.acquire("send_sms") as lease`. Cancelling a task ends its wait."""

    async def acquire(self, name, *, wait=None, ttl=None, max_hold=None, settle=None, **options):
        session, number, answer = await asyncio.to_thread(self._begin, name, wait, ttl, max_hold, settle, options)
        try:
            return await asyncio.wrap_future(answer)
        except asyncio.CancelledError:
            session.give_up(number, answer)
            raise

    async def try_acquire(self, name, **options):
        try:
            return await self.acquire(name, wait=0, **options)
        except NotAcquired:
            return None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.close()


def _in_child():
    """All is lost in a forked child: its copy of the socket is closed, never shut down, and nothing is released."""
    for client in list(_clients):
        session, client._session, client._opening = client._session, None, threading.Lock()
        if session:
            session.over, session.lock = True, threading.Lock()
            os.close(session.socket.detach())


os.register_at_fork(after_in_child=_in_child)
atexit.register(lambda: [client.close() for client in list(_clients)])
