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
import concurrent.futures as futures
import contextlib
import json
import numbers
import os
import select
import socket
import stat
import sys
import threading
import time
import warnings
import weakref

__all__ = ["Lockkeeper", "AsyncLockkeeper", "Lease", "LockError", "NotAcquired", "LeaseLost", "DEFAULT_SOCKET"]

DEFAULT_SOCKET = os.environ.get("LOCKKEEPER_HOST_SOCKET", "").strip() or "/run/lockkeeper/lockkeeper.sock"
_LONGEST = 60000  # a longer line would end the connection, and with it all other leases
_ANSWERS_WITHIN = 5  # seconds that the host agent has for an answer, beyond what a request itself asks for
_SECONDS = {"wait": "waitMs", "ttl": "ttlMs", "max_hold": "maxHoldMs", "settle": "settleMs", "keep": "keepMs", "cohort": "cohortMs"}
_OPTIONS = {*_SECONDS, "shared", "write", "permits", "capacity", "note", "details"}


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
    """A clock that goes on while the machine is suspended; where there is none, one that stops there and one that can be set."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return (time.clock_gettime(time.CLOCK_BOOTTIME),)
    return time.monotonic(), time.time()


def _since(moment):
    """Seconds: what the clock says that went further."""
    return max(now - then for now, then in zip(_now(), moment))


def _no_answer(path):
    return LockError("connection", "The host agent at {} did not answer in time. Nothing of the request stays behind.".format(path))


class _Request:
    """What is asked of a lock, and until when an answer is awaited."""

    def __init__(self, name, options):
        for field, value in options.items():
            if field not in _OPTIONS:
                raise TypeError("acquire() got an unexpected keyword argument {!r}".format(field))
            if field in _SECONDS and value is not None and not isinstance(value, numbers.Real):
                raise TypeError("{} is a number of seconds, not {!r}".format(field, value))
        self.began, self.name, self.wait, self.ttl = _now(), name, options.get("wait"), options.get("ttl") or 30
        self.line = {_SECONDS.get(field, field): int(value * 1000) if field in _SECONDS else value
                     for field, value in options.items() if value is not None}
        if len(json.dumps(self.line)) > _LONGEST:
            raise LockError("line", "Name, note and details are longer than {} bytes together. No lock was requested.".format(_LONGEST))
        self.line["acquire"] = name

    def left(self):
        """Seconds until the caller hears of it, whatever the host agent does; None without an end."""
        return None if self.wait is None else max(0.0, self.wait + _ANSWERS_WITHIN - _since(self.began))

    def accept(self, lease):
        """The lease; None if nothing was left of it when its grant was read, so that it is to be asked for again."""
        if lease.is_held():
            return lease
        lease._begin_release()
        if self.left() == 0:
            raise LeaseLost(self.name, "nothing was left of it when its grant was read")
        if self.wait is not None:
            self.line["waitMs"] = int(max(0.0, self.wait - _since(self.began)) * 1000)
        return None


class _Held:
    """What is known of a lease. Its session's threads change it; a fork, a loss and a release end it for good."""

    def __init__(self, session, number, name, token, until, ttl):
        self.session, self.number, self.name, self.token = session, number, name, token
        self.until, self.ttl, self.pid, self.cause, self.released = until, ttl, os.getpid(), None, False
        self.listeners = []

    def left(self):
        if self.released or self.cause or self.pid != os.getpid():
            return 0.0
        before, lasts = self.until
        return max(0.0, lasts - _since(before))

    def extend(self, before, lasts):
        if 0 < self.left() < lasts - _since(before):
            self.until = before, lasts

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
        self._unreachable = weakref.finalize(self, held.session.forget, held)
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
        return held.cause or (None if held.released or held.left() > 0 else held.session.why_expired())

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

    def _end_release(self, was_held, answered):
        if was_held and not answered["released"]["wasHeld"]:
            self._held.cause = "it had ended before its release was read"
        return was_held and not self.loss

    def release(self):
        """Releases the lock. Whether it was held to its end, acknowledged; False also where that is not known."""
        was_held, answer = self._begin_release()
        try:
            return self._end_release(was_held, answer.result(_ANSWERS_WITHIN))
        except (LockError, futures.TimeoutError, futures.CancelledError):  # no answer is not a yes
            return False

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.release()
        self._end_block(kind)

    def _end_block(self, kind):
        if kind is None and self.loss:
            raise LeaseLost(self.name, self.loss)

    async def release_async(self):
        was_held, answer = self._begin_release()
        try:
            return self._end_release(was_held, await asyncio.wait_for(asyncio.wrap_future(answer), _ANSWERS_WITHIN))
        except (LockError, asyncio.TimeoutError):
            return False

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, *_):
        await self.release_async()
        self._end_block(kind)

    def __repr__(self):
        return "Lease({!r}, token={}, {})".format(self.name, self.token, "held" if self.is_held() else self.loss or "released")


class _Session:
    """One connection, and the thread that reads it and beats while there is something to beat for."""

    def __init__(self, path, hello, began):
        _require_own(path)
        self.lock, self.pid, self.last, self.written, self.asked = threading.Lock(), os.getpid(), 0, {}, {}
        self.held, self.forgotten, self.over, self.rest, self.beat_every, self.beating = {}, [], False, b"", 2, False
        self.refusal = LockError("connection", "The host agent ended the connection.")
        self.path, self.socket = path, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(_ANSWERS_WITHIN)  # of a write, and of the connection
        self.woken, self.wakes = os.pipe()
        os.set_blocking(self.wakes, False)
        answer = futures.Future()
        try:
            self.connect(began)
            threading.Thread(target=self.run, name="lockkeeper", daemon=True).start()
        except (OSError, RuntimeError) as e:
            self.shut()
            raise LockError("connection", "The host agent at {} does not answer: {!r}. No lock was requested.".format(path, e)) from e
        try:
            self.send(hello, answer)
            welcome = answer.result(max(0.0, _ANSWERS_WITHIN - _since(began)))
        except futures.TimeoutError:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)
            raise _no_answer(path) from None
        self.proof, self.beat_every = welcome["proof"], welcome["beatMs"] / 1000

    def connect(self, began):
        """A full backlog is a moment's, and tried again."""
        while True:
            try:
                return self.socket.connect(self.path)
            except BlockingIOError:
                if _since(began) > _ANSWERS_WITHIN:
                    raise
                time.sleep(0.05)

    def shut(self):
        self.socket.close()
        os.close(self.woken)
        os.close(self.wakes)

    def send(self, line, answer=None, name=None, ttl=None):
        """Id and clock are taken under the lock that writes: the order of the ids is the order of the lines. None if it was not sent."""
        with self.lock:
            if not self.over and self.pid == os.getpid():
                self.last += 1
                self.written[self.last] = _now()
                if answer is not None:
                    self.asked[self.last] = (answer, name, ttl)
                try:
                    self.socket.sendall(json.dumps(dict(line, id=self.last)).encode() + b"\n")
                    if ttl:
                        self.wake()
                    return self.last
                except OSError:  # part of a line may be written
                    self.asked.pop(self.last, None)
                    with contextlib.suppress(OSError):
                        self.socket.shutdown(socket.SHUT_RDWR)
        if answer is not None:
            answer.set_exception(self.refusal)

    def wake(self):
        with contextlib.suppress(BlockingIOError):  # it is woken already
            os.write(self.wakes, b".")

    def why_expired(self):
        if self.over:
            return "the connection to the host agent ended"
        return "expired: the host agent does not answer" if self.beating else "expired"

    def give_up(self, number, answer):
        """The caller waits no more; what is granted nevertheless is released."""
        if answer.cancel():
            self.send({"cancel": number})
        elif answer.exception() is None:
            answer.result()._begin_release()

    def release(self, held):
        answer = futures.Future()
        self.held.pop(held.number, None)
        self.send({"release": held.number}, answer)
        return answer

    def forget(self, held):
        """Of the garbage collector, on any thread: takes no lock."""
        if not held.released and held.pid == os.getpid():
            self.forgotten.append(held)

    def every(self):
        """Seconds between two beats; None while there is nothing to beat for."""
        ttls = [held.ttl for held in list(self.held.values())]
        with self.lock:
            ttls += [ttl for _, _, ttl in self.asked.values() if ttl]
        return min([self.beat_every] + [ttl / 6 for ttl in ttls]) if ttls else None

    def run(self):
        poll, beaten = select.poll(), (0, 0)
        poll.register(self.socket, select.POLLIN)
        poll.register(self.woken, select.POLLIN)
        try:
            while True:
                every = self.every()
                ready = dict(poll.poll(None if every is None else max(0.0, every - _since(beaten)) * 1000))
                if ready.pop(self.woken, None):
                    os.read(self.woken, 4096)
                if ready:
                    self.read()
                if every is not None and _since(beaten) >= every:
                    beaten = _now()
                    self.beat()
        except (OSError, ValueError):
            pass
        finally:
            self.end()

    def read(self):
        data = self.socket.recv(65536)
        if not data:
            raise OSError("the host agent ended the connection")
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.hear(json.loads(line))

    def beat(self):
        while self.forgotten:
            held = self.forgotten.pop()
            warnings.warn('The lease of "{}" became unreachable and was released: use `with`.'.format(held.name), ResourceWarning)
            held.released = True
            self.release(held)
        for held in list(self.held.values()):
            if held.left() <= 0:
                held.lose(self.why_expired())
        if not self.beating:  # one is unanswered at most: a host agent that stands still is not written full
            self.beating = True
            self.send({"beat": True})

    def hear(self, line):
        seen = line.get("seen", 0)
        with self.lock:
            before = self.written.get(seen)
            self.written = {number: at for number, at in self.written.items() if number >= seen}
            asked = None if "queued" in line else self.asked.pop(line.get("re"), None)
        if "left" in line:
            self.beating = False
            for number, held in list(self.held.items()):
                held.extend(before, line["left"].get(number, 0) / 1000)
        elif "lost" in line:
            lost = line["lost"]
            held = self.held.get(lost["lease"])
            if held:
                held.lose(lost["cause"] + (" by {}: {}".format(lost["by"], lost.get("reason")) if lost.get("by") else ""))
        elif "error" in line and "re" not in line:
            self.refusal = LockError(line["error"]["code"], line["error"]["text"])
        elif asked:
            self.answered(line, before, *asked)

    def answered(self, line, before, answer, name, ttl):
        wanted = answer.set_running_or_notify_cancel()
        if "granted" in line:
            granted = line["granted"]
            held = _Held(self, granted["lease"], name, granted["token"], (before, granted["leftMs"] / 1000), ttl)
            self.held[held.number] = held
            if wanted:
                answer.set_result(Lease(held))
            else:
                held.released = True
                self.release(held)
        elif wanted and "refused" in line:
            answer.set_exception(NotAcquired(name, line["refused"]))
        elif wanted and ("error" in line or "cancelled" in line):
            error = line.get("error", {"code": "cancelled", "text": "The request was cancelled."})
            answer.set_exception(LockError(error["code"], error["text"]))
        elif wanted:
            answer.set_result(line)

    def end(self):
        """The leases run to their deadlines: the host agent keeps them so long."""
        with self.lock:
            self.over, asked, self.asked = True, list(self.asked.values()), {}
            self.shut()
        for answer, _, _ in asked:
            if answer.set_running_or_notify_cancel():
                answer.set_exception(self.refusal)
        for held in sorted(self.held.values(), key=_Held.left):
            time.sleep(held.left())
            held.lose(self.why_expired())

    def close(self):
        for held in list(self.held.values()):
            held.lose("the client was closed")
        self.send({"bye": True})


def _require_own(path):
    """Whoever can put a socket there could grant everybody everything."""
    named = os.environ.get("LOCKKEEPER_HOST_USER", "")
    if named == "any":
        return
    trusted = {0, os.getuid()} | ({int(named)} if named.isdigit() else set())
    for file in (path, os.path.dirname(os.path.abspath(path))):
        try:
            found = os.lstat(file)
        except OSError as e:
            raise LockError("connection", "There is no host agent at {}: {}. Is `lockkeeper serve` running?".format(path, e)) from e
        if found.st_uid not in trusted or (stat.S_ISDIR(found.st_mode) and found.st_mode & 0o002):
            raise LockError("connection", "{} belongs to user {}, or every user may write to it: give the host agent's user id in "
                            "LOCKKEEPER_HOST_USER.".format(file, found.st_uid))


def _hello(service, instance, store):
    hello = {"hello": 1, "service": service, "client": "python/0.1", "pid": os.getpid(), "instance": instance, "store": store}
    with contextlib.suppress(OSError), open("/proc/sys/kernel/random/boot_id") as boot:
        hello.update(pidns=os.readlink("/proc/self/ns/pid"), boot=boot.read().strip())
    return {name: value for name, value in hello.items() if value is not None}


_clients = weakref.WeakSet()


class Lockkeeper:
    """Takes locks for this process. `store` names the locks that are meant; a host agent that has others is refused."""

    def __init__(self, service, *, socket_path=None, instance=None, store=None):
        self._service, self._path, self._instance, self._store = service, socket_path or DEFAULT_SOCKET, instance, store
        self._opening, self._session = threading.Lock(), None
        _clients.add(self)

    def _begin(self, request):
        began = _now()
        for last in (False, True):
            session, answer = self._open(began), futures.Future()
            number = session.send(request.line, answer, request.name, request.ttl)
            if number or last:
                return session, number, answer

    def _open(self, began):
        if not self._opening.acquire(timeout=max(0.0, _ANSWERS_WITHIN - _since(began))):
            raise _no_answer(self._path)
        try:
            if self._session is None or self._session.over or self._session.pid != os.getpid():
                uwsgi = sys.modules.get("uwsgi")
                if uwsgi and not uwsgi.opt.get("enable-threads"):
                    raise LockError("connection", "uWSGI runs no threads, so no lease could be renewed: start it with --enable-threads.")
                self._session = _Session(self._path, _hello(self._service, self._instance, self._store), began)
            return self._session
        finally:
            self._opening.release()

    def acquire(self, name, **options):
        """Waits its turn, `wait` seconds at most, and returns the lease.

        Options: wait, ttl, max_hold, settle, keep, cohort in seconds; shared=True or write=True for a read-write lock, permits=2 and
        capacity=5 for a semaphore; note="…", details={…}. Raises NotAcquired when the wait ends first, and LockError.
        """
        request, lease = _Request(name, options), None
        while lease is None:
            session, number, answer = self._begin(request)
            try:
                lease = request.accept(answer.result(request.left()))
            except futures.TimeoutError:
                session.give_up(number, answer)
                raise _no_answer(self._path) from None
            except LockError:
                raise
            except BaseException:
                session.give_up(number, answer)
                raise
        return lease

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


def _give_up_begun(begun):
    if not begun.cancelled() and begun.exception() is None:
        session, number, answer = begun.result()
        session.give_up(number, answer)


class AsyncLockkeeper(Lockkeeper):
    """The same for asyncio: `async with await locks.acquire("send_sms") as lease`. Cancelling a task ends its wait."""

    async def acquire(self, name, **options):
        request, lease = _Request(name, options), None
        while lease is None:
            begun = asyncio.ensure_future(asyncio.to_thread(self._begin, request))
            try:
                session, number, answer = await asyncio.wait_for(asyncio.shield(begun), request.left())
            except (asyncio.CancelledError, asyncio.TimeoutError) as e:
                begun.add_done_callback(_give_up_begun)
                raise (_no_answer(self._path) if isinstance(e, asyncio.TimeoutError) else e) from None
            try:
                lease = request.accept(await asyncio.wait_for(asyncio.wrap_future(answer), request.left()))
            except asyncio.TimeoutError:
                session.give_up(number, answer)
                raise _no_answer(self._path) from None
            except asyncio.CancelledError:
                session.give_up(number, answer)
                raise
        return lease

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
        if session and not session.over:
            session.over, session.lock = True, threading.Lock()
            os.close(session.socket.detach())
            os.close(session.woken)
            os.close(session.wakes)


os.register_at_fork(after_in_child=_in_child)
atexit.register(lambda: [client.close() for client in list(_clients)])
