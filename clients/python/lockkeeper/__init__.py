"""Locks in MongoDB, through the machine's host agent (`lockkeeper serve`). Linux and macOS, Python 3.9 or newer, no dependencies.

    from lockkeeper import Lockkeeper

    locks = Lockkeeper("billing")
    with locks.acquire("send_sms") as lease:        # waits its turn, renews itself
        send(batch, fence=lease.token)
    lease = locks.try_acquire("nightly-report")     # None if it is in use

`AsyncLockkeeper` is the same for asyncio. Both may be used by any number of threads, or tasks.

What the process believes: a lease is held until its deadline, which is the clock before the line was written that the host agent had
read last, plus what its answer says is left. Nothing else moves it, and a deadline that has passed is not revived.
"""
from __future__ import annotations

import asyncio
import atexit
import concurrent.futures as futures
import contextlib
import json
import logging
import numbers
import os
import random
import re
import select
import socket
import stat
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["Lockkeeper", "AsyncLockkeeper", "Lease", "Job", "Options", "LockError", "NotAcquired", "LeaseLost", "DEFAULT_SOCKET"]

DEFAULT_SOCKET = "/run/lockkeeper/lockkeeper.sock"
_LONGEST = 60000  # a longer line would end the connection, and with it all other leases
_SECONDS = {"wait": "waitMs", "ttl": "ttlMs", "max_hold": "maxHoldMs", "settle": "settleMs", "keep": "keepMs", "cohort": "cohortMs"}
_OPTIONS = {*_SECONDS, "shared", "write", "permits", "capacity", "note", "details"}
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

_T = TypeVar("_T")
_log = logging.getLogger("lockkeeper")


class Options(TypedDict, total=False):
    """What can be asked for beside the name of a lock. Times are seconds."""

    wait: float | None
    ttl: float | None
    max_hold: float | None
    settle: float | None
    keep: float | None
    cohort: float | None
    shared: bool | None
    write: bool | None
    permits: int | None
    capacity: int | None
    note: str | None
    details: Mapping[str, str] | None


class LockError(Exception):
    """A request that failed. Nothing of it stays behind. `code` is the host agent's; "connection" is the client's own."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class _NoHost(LockError):
    """There is no host agent now. A moment later there may be one: the request is repeated inside its bound."""

    def __init__(self, text: str, code: str = "connection", full: bool = False) -> None:
        super().__init__(code, text)
        self.full = full


class NotAcquired(LockError):
    """The wait ended before the lock was granted. `holder` is a dict that says who holds it, or None."""

    def __init__(self, name: str, refused: dict[str, Any]) -> None:
        holder = refused.get("holder")
        by = dict(holder["details"] or holder, host=holder["host"]) if holder else {}
        who = " held by {} (pid {}, host {})".format(by.get("service"), by.get("pid"), by.get("host")) if by else ""
        super().__init__("refused", 'Lock "{}" was not acquired:{}, {} waiting'.format(name, who, refused.get("waiting", 0)))
        self.holder: dict[str, Any] | None = holder


class LeaseLost(LockError):
    """The lease is not held any more: stop. `cause` says why."""

    def __init__(self, name: str, cause: str) -> None:
        super().__init__("lost", 'The lease of "{}" is lost: {}. Another process may hold the lock now'.format(name, cause))
        self.cause = cause


def _now() -> tuple[float, ...]:
    """A clock that goes on while the machine is suspended; where there is none, one that stops there and one that can be set."""
    if sys.platform == "linux":
        return (time.clock_gettime(time.CLOCK_BOOTTIME),)
    return time.monotonic(), time.time()


def _since(moment: tuple[float, ...]) -> float:
    """Seconds: what the clock says that went further."""
    return max(now - then for now, then in zip(_now(), moment))


def _no_answer(path: str) -> _NoHost:
    return _NoHost("The host agent at {} did not answer in time. Nothing of the request stays behind.".format(path))


class _Limits:
    """Seconds that the host agent has for an answer beyond what a request asks for, and that a wait without a bound has without one."""

    def __init__(self, answer: float = 5.0, absent: float = 60.0) -> None:
        self.answer, self.absent = answer, absent


class _Request:
    """What is asked of a lock, and until when an answer is awaited."""

    def __init__(self, name: str, options: Mapping[str, Any], limits: _Limits = _Limits(), absent: float | None = None) -> None:
        for field, value in options.items():
            if field not in _OPTIONS:
                raise TypeError("acquire() got an unexpected keyword argument {!r}".format(field))
            if field in _SECONDS and value is not None and not isinstance(value, numbers.Real):
                raise TypeError("{} is a number of seconds, not {!r}".format(field, value))
        self.began, self.name, self.limits, self.attempts = _now(), name, limits, 0
        self.wait: float | None = options.get("wait")
        self.ttl: float = options.get("ttl") or 30
        self.absent: float = absent if absent is not None else limits.absent if self.wait is None else self.wait
        self.line = {_SECONDS.get(field, field): int(value * 1000) if field in _SECONDS else value
                     for field, value in options.items() if value is not None}
        if len(json.dumps(self.line)) > _LONGEST:
            raise LockError("line", "Name, note and details are longer than {} bytes together. No lock was requested.".format(_LONGEST))
        self.line["acquire"] = name

    def current(self) -> dict[str, Any]:
        """The line, with what is left of its wait."""
        if self.wait is not None:
            self.line["waitMs"] = int(max(0.0, self.wait - _since(self.began)) * 1000)
        return self.line

    def left(self) -> float | None:
        """Seconds until the caller hears of it, whatever the host agent does; None without an end."""
        return None if self.wait is None else max(0.0, max(self.wait, self.absent) + self.limits.answer - _since(self.began))

    def pause(self, error: _NoHost) -> float:
        """Seconds until it is asked for again, drawn so that the processes of a machine do not come together; raises at its end."""
        self.attempts += 1
        passed = _since(self.began)
        left = self.absent + (self.limits.answer if error.full else 0) - passed
        if left <= 0:
            raise LockError(error.code, "{} (attempts: {}, in {:.1f} s)".format(error, self.attempts, passed)) from error
        return min(left, random.uniform(0.5, 1), random.uniform(0.05, 0.1) * self.attempts)

    def accept(self, lease: Lease) -> Lease | None:
        """The lease; None if nothing was left of it when its grant was read, so that it is to be asked for again."""
        if lease.is_held():
            return lease
        lease._begin_release()
        if self.left() == 0:
            raise LeaseLost(self.name, "nothing was left of it when its grant was read")
        return None


class _Held:
    """What is known of a lease. Its session's threads change it; a fork, a loss and a release end it for good."""

    def __init__(self, session: _Session, number: str, name: str, token: int, until: tuple[tuple[float, ...], float], ttl: float) -> None:
        self.session, self.number, self.name, self.token = session, number, name, token
        self.until, self.ttl, self.pid, self.released = until, ttl, os.getpid(), False
        self.cause: str | None = None
        self.listeners: list[Callable[[str], object]] = []

    def left(self) -> float:
        if self.released or self.cause or self.pid != os.getpid():
            return 0.0
        before, lasts = self.until
        return max(0.0, lasts - _since(before))

    def extend(self, before: tuple[float, ...], lasts: float) -> None:
        if 0 < self.left() < lasts - _since(before):
            self.until = before, lasts

    def lose(self, cause: str) -> None:
        if self.released or self.cause:
            return
        self.cause = cause
        for listener in self.listeners:
            threading.Thread(target=listener, args=(cause,), daemon=True).start()


class Lease:
    """One grant of a lock, held until it is released or lost."""

    def __init__(self, held: _Held) -> None:
        self._held = held
        self._unreachable = weakref.finalize(self, held.session.forget, held)
        self._unreachable.atexit = False

    @property
    def name(self) -> str:
        return self._held.name

    @property
    def token(self) -> int:
        """The fencing token: greater than that of every earlier lease of the lock."""
        return self._held.token

    @property
    def remaining(self) -> float:
        """Seconds until it is lost unless it is renewed."""
        return self._held.left()

    def is_held(self) -> bool:
        """Compares the clock each time, and asks nobody."""
        return self._held.left() > 0

    def check(self) -> None:
        """Raises LeaseLost unless the lease is held."""
        if not self.is_held():
            raise LeaseLost(self.name, self.loss or "it was released")

    @property
    def loss(self) -> str | None:
        """Why it was lost; None while it is held and after its release."""
        held = self._held
        if held.pid != os.getpid():
            return "it is the parent process's"
        return held.cause or (None if held.released or held.left() > 0 else held.session.why_expired())

    def on_lost(self, listener: Callable[[str], object]) -> None:
        """Calls the listener with the cause, on a thread of its own, when the lease is lost; at once if it is."""
        self._held.listeners.append(listener)
        if self.loss:
            threading.Thread(target=listener, args=(self.loss,), daemon=True).start()

    def _begin_release(self) -> tuple[bool, futures.Future[Any]]:
        self._unreachable.detach()
        was_held = self.is_held()
        self._held.released = not self.loss
        return was_held, self._held.session.release(self._held)

    def _end_release(self, was_held: bool, answered: dict[str, Any]) -> bool:
        if was_held and not answered["released"]["wasHeld"]:
            self._held.cause = "it had ended before its release was read"
        return was_held and not self.loss

    def release(self) -> bool:
        """Releases the lock. Whether it was held to its end, acknowledged; False also where that is not known."""
        was_held, answer = self._begin_release()
        try:
            return self._end_release(was_held, answer.result(self._held.session.limits.answer))
        except (LockError, futures.TimeoutError, futures.CancelledError):  # no answer is not a yes
            return False

    async def release_async(self) -> bool:
        was_held, answer = self._begin_release()
        try:
            return self._end_release(was_held, await asyncio.wait_for(asyncio.wrap_future(answer), self._held.session.limits.answer))
        except (LockError, asyncio.TimeoutError):
            return False

    def _require_release(self, was_held: bool) -> None:
        if not was_held:
            raise LeaseLost(self.name, self.loss or "its release was not acknowledged")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        was_held = self._held.released or self.release()  # the block may have released it
        if kind is None:
            self._require_release(was_held)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        was_held = self._held.released or await self.release_async()
        if kind is None:
            self._require_release(was_held)

    def __repr__(self) -> str:
        return "Lease({!r}, token={}, {})".format(self.name, self.token, "held" if self.is_held() else self.loss or "released")


class _Session:
    """One connection, and the thread that reads it and beats while there is something to beat for."""

    def __init__(self, path: str, hello: dict[str, Any], began: tuple[float, ...], limits: _Limits) -> None:
        _require_own(path)
        self.lock, self.pid, self.last, self.limits = threading.Lock(), os.getpid(), 0, limits
        self.written: dict[int, tuple[float, ...]] = {}
        self.asked: dict[int, tuple[futures.Future[Any], str | None, float | None, dict[str, Any]]] = {}
        self.unsaid: list[tuple[futures.Future[Any], dict[str, Any]]] = []  # releases, while there is no connection
        self.releasing = 0.0  # the longest ttl of what was released
        self.hello, self.key, self.away = hello, "", False
        self.held: dict[str, _Held] = {}
        self.forgotten: list[_Held] = []
        self.over, self.rest, self.beat_every, self.beating = False, b"", 2.0, False
        self.refusal: LockError = _NoHost("The host agent at {} ended the connection.".format(path))
        self.path, self.socket = path, self.unconnected()
        self.woken, self.wakes = os.pipe()
        os.set_blocking(self.wakes, False)
        answer: futures.Future[Any] = futures.Future()
        try:
            self.socket.connect(path)
            threading.Thread(target=self.run, name="lockkeeper", daemon=True).start()
        except (OSError, RuntimeError) as e:
            self.shut()
            text = "The host agent at {} does not answer: {!r}. No lock was requested.".format(path, e)
            if isinstance(e, (BlockingIOError, ConnectionError, FileNotFoundError, socket.timeout)):
                raise _NoHost(text, full=isinstance(e, BlockingIOError)) from e
            raise LockError("connection", text) from e
        try:
            self.send(hello, answer)
            welcome = answer.result(max(0.0, limits.answer - _since(began)))
        except futures.TimeoutError:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)
            raise _no_answer(path) from None
        self.proof, self.beat_every = welcome["proof"], welcome["beatMs"] / 1000
        self.hello, self.key = dict(hello, session=welcome["session"], key=welcome.get("key")), welcome.get("key", "")

    def unconnected(self) -> socket.socket:
        unconnected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        unconnected.settimeout(self.limits.answer)  # of a write, and of the connection
        return unconnected

    def shut(self) -> None:
        self.socket.close()
        os.close(self.woken)
        os.close(self.wakes)

    def send(self, line: dict[str, Any], answer: futures.Future[Any] | None = None, name: str | None = None,
             ttl: float | None = None) -> int | None:
        """Id and clock are taken under the lock that writes: the order of the ids is the order of the lines. None if it was not sent."""
        with self.lock:
            if not self.over and self.pid == os.getpid():
                number = None if self.away else self.write(line, answer, name, ttl)
                if number:
                    return number
                if answer and "release" in line and self.key:
                    self.unsaid.append((answer, line))
                    return None
        if answer is not None:
            answer.set_exception(self.refusal)
        return None

    def write(self, line: dict[str, Any], answer: futures.Future[Any] | None, name: str | None, ttl: float | None) -> int | None:
        """Under the lock."""
        self.last += 1
        self.written[self.last] = _now()
        if answer is not None:
            self.asked[self.last] = (answer, name, ttl, line)
        try:
            self.socket.sendall(json.dumps(dict(line, id=self.last)).encode() + b"\n")
        except OSError:  # part of a line may be written
            self.asked.pop(self.last, None)
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)
            return None
        if ttl:
            self.wake()
        return self.last

    def wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # it is woken already
            os.write(self.wakes, b".")

    def why_expired(self) -> str:
        if self.over or self.away:
            return "the connection to the host agent ended"
        return "expired: the host agent does not answer" if self.beating else "expired"

    def give_up(self, number: int | None, answer: futures.Future[Any]) -> None:
        """The caller waits no more; what is granted nevertheless is released."""
        if answer.cancel():
            self.send({"cancel": number})
        elif answer.exception() is None:
            answer.result()._begin_release()

    def release(self, held: _Held) -> futures.Future[Any]:
        answer: futures.Future[Any] = futures.Future()
        self.held.pop(held.number, None)
        self.releasing = max(self.releasing, held.ttl)
        self.send({"release": held.number}, answer)
        return answer

    def forget(self, held: _Held) -> None:
        """Of the garbage collector, on any thread: takes no lock."""
        if not held.released and held.pid == os.getpid():
            self.forgotten.append(held)

    def every(self) -> float | None:
        """Seconds between two beats; None while there is nothing to beat for."""
        ttls = [held.ttl for held in list(self.held.values())]
        with self.lock:
            ttls += [ttl for _, _, ttl, _ in self.asked.values() if ttl]
        return min([self.beat_every] + [ttl / 6 for ttl in ttls]) if ttls else None

    def run(self) -> None:
        try:
            self.serve()
            while self.resume():
                self.serve()
        finally:
            self.end()

    def resume(self) -> bool:
        """Goes on with the session on another connection, and says again what was not answered. False if nothing is left of it."""
        with self.lock:
            self.away = True
            self.socket.close()
        began, attempts = _now(), 0
        while self.key and self.pid == os.getpid() and _since(began) < self.lasts():
            attempts += 1
            self.tell_expired()
            time.sleep(min(random.uniform(0.15, 0.3), random.uniform(0.02, 0.05) * attempts))
            try:
                _require_own(self.path)
                again = self.unconnected()
                again.connect(self.path)
            except (OSError, LockError):
                continue
            with self.lock:
                self.socket, self.rest, self.beating, self.away = again, b"", False, False
                self.say_again()
            return True
        return False

    def lasts(self) -> float:
        """Seconds for which something may be left: a lease until its deadline, released or not, a wait as long as the lock's queue keeps it."""
        with self.lock:
            waits = [min(ttl, 30.0) for answer, _, ttl, _ in self.asked.values() if ttl and not answer.cancelled()]
            releases = self.unsaid or any("release" in line for _, _, _, line in self.asked.values())
        return max([self.releasing if releases else 0.0] + waits + [held.until[1] for held in list(self.held.values()) if held.left() > 0])

    def say_again(self) -> None:
        """Under the lock. Requests that wait keep their ids; those that their callers gave up end."""
        unsaid = self.unsaid + [(answer, line) for answer, _, _, line in self.asked.values() if "release" in line]
        waits = {number: asked for number, asked in self.asked.items() if asked[2] and not asked[0].cancelled()}
        held = [number for number, held in self.held.items() if held.left() > 0]
        self.unsaid, self.asked = [], waits
        resumed: futures.Future[Any] = futures.Future()
        resumed.add_done_callback(self.resumed)
        claimed = dict(self.hello, leases=held + [line["release"] for _, line in unsaid], waits=list(waits))
        if self.write(claimed, resumed, None, None):
            self.unsaid = [(answer, line) for answer, line in unsaid if not self.write(line, answer, None, None)]
        else:
            self.unsaid = unsaid

    def resumed(self, welcome: futures.Future[Any]) -> None:
        if isinstance(welcome.exception(), LockError) and not isinstance(welcome.exception(), _NoHost):
            self.key = ""  # there is no such session

    def serve(self) -> None:
        poll = select.poll()
        beaten: tuple[float, ...] = (0, 0)
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

    def read(self) -> None:
        data = self.socket.recv(65536)
        if not data:
            raise OSError("the host agent ended the connection")
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.hear(json.loads(line))

    def beat(self) -> None:
        while self.forgotten:
            held = self.forgotten.pop()
            warnings.warn('The lease of "{}" became unreachable and was released: use `with`.'.format(held.name), ResourceWarning)
            held.released = True
            self.release(held)
        self.tell_expired()
        if not self.beating:  # one is unanswered at most: a host agent that stands still is not written full
            self.beating = True
            self.send({"beat": True})

    def tell_expired(self) -> None:
        for held in list(self.held.values()):
            if held.left() <= 0:
                held.lose(self.why_expired())

    def hear(self, line: dict[str, Any]) -> None:
        seen = line.get("seen", 0)
        with self.lock:
            before = self.written.get(seen)
            self.written = {number: at for number, at in self.written.items() if number >= seen}
            asked = None if "queued" in line else self.asked.pop(line.get("re", 0), None)
        if "left" in line:
            self.beating = False
            for number, held in list(self.held.items()):
                if before:
                    held.extend(before, line["left"].get(number, 0) / 1000)
        elif "lost" in line:
            lost = line["lost"]
            there = self.held.get(lost["lease"])
            if there:
                there.lose(lost["cause"] + (" by {}: {}".format(lost["by"], lost.get("reason")) if lost.get("by") else ""))
        elif "error" in line and "re" not in line:
            self.refusal = _error_of(line["error"])
        elif asked and before:
            self.answered(line, before, *asked)

    def answered(self, line: dict[str, Any], before: tuple[float, ...], answer: futures.Future[Any], name: str | None,
                 ttl: float | None, asked: dict[str, Any]) -> None:
        wanted = answer.set_running_or_notify_cancel()
        if name and ttl and "granted" in line:
            granted = line["granted"]
            held = _Held(self, granted["lease"], name, granted["token"], (before, granted["leftMs"] / 1000), ttl)
            self.held[held.number] = held
            if wanted:
                answer.set_result(Lease(held))
            else:
                held.released = True
                self.release(held)
        elif wanted and "refused" in line:
            answer.set_exception(NotAcquired(name or "", line["refused"]))
        elif wanted and ("error" in line or "cancelled" in line):
            answer.set_exception(_error_of(line.get("error", {"code": "cancelled", "text": "The request was cancelled."})))
        elif wanted:
            answer.set_result(line)

    def end(self) -> None:
        """The leases run to their deadlines: the host agent keeps them so long."""
        with self.lock:
            self.over, asked, self.asked = True, list(self.asked.values()), {}
            unsaid, self.unsaid = self.unsaid, []
            self.shut()
        for answer in [answer for answer, *_ in asked] + [answer for answer, _ in unsaid]:
            if answer.set_running_or_notify_cancel():
                answer.set_exception(self.refusal)
        for held in sorted(self.held.values(), key=_Held.left):
            time.sleep(held.left())
            held.lose(self.why_expired())

    def close(self) -> None:
        self.key = ""
        for held in list(self.held.values()):
            held.lose("the client was closed")
        self.send({"bye": True})


def _error_of(error: dict[str, str]) -> LockError:
    return _NoHost(error["text"], "ending") if error["code"] == "ending" else LockError(error["code"], error["text"])


def _require_own(path: str) -> None:
    """Who can put a socket there could grant everything to everybody."""
    named = os.environ.get("LOCKKEEPER_HOST_USER", "")
    if named == "any":
        return
    trusted = {0, os.getuid()} | ({int(named)} if named.isdigit() else set())
    for file in (path, os.path.dirname(os.path.abspath(path))):
        try:
            found = os.lstat(file)
        except OSError as e:
            text = "There is no host agent at {}: {}. Is `lockkeeper serve` running?".format(path, e)
            raise (_NoHost(text) if isinstance(e, FileNotFoundError) else LockError("connection", text)) from e
        if found.st_uid not in trusted or (stat.S_ISDIR(found.st_mode) and found.st_mode & 0o002):
            raise LockError("connection", "{} belongs to user {}, or every user may write to it: give the host agent's user id in "
                            "LOCKKEEPER_HOST_USER.".format(file, found.st_uid))


def _require_threads() -> None:
    """A thread renews the leases while other code runs."""
    uwsgi, patcher = sys.modules.get("uwsgi"), sys.modules.get("eventlet.patcher")
    if uwsgi and not uwsgi.opt.get("enable-threads"):
        raise LockError("connection", "uWSGI runs no threads, so no lease could be renewed: start it with --enable-threads.")
    if patcher and patcher.is_monkey_patched("thread"):
        raise LockError("connection", "eventlet has replaced the threads that renew leases: use gevent, or threads.")


class _Client:
    def __init__(self, service: str, *, socket_path: str | None = None, instance: str | None = None, store: str | None = None,
                 answer_within: float = 5, absent_within: float = 60) -> None:
        self._service, self._path, self._instance, self._store = service, socket_path, instance, store
        self._limits, self._opening = _Limits(answer_within, absent_within), threading.Lock()
        self._session: _Session | None = None
        self._threads: futures.ThreadPoolExecutor | None = None
        _clients.add(self)

    def _begin(self, request: _Request) -> tuple[_Session, int | None, futures.Future[Any]]:
        began = _now()
        for last in (False, True):
            session = self._open(began)
            answer: futures.Future[Any] = futures.Future()
            number = session.send(request.current(), answer, request.name, request.ttl)
            if number or last:
                break
        return session, number, answer

    def _open(self, began: tuple[float, ...]) -> _Session:
        path = self._path or os.environ.get("LOCKKEEPER_HOST_SOCKET", "").strip() or DEFAULT_SOCKET
        if not self._opening.acquire(timeout=max(0.0, self._limits.answer - _since(began))):
            raise _no_answer(path)
        try:
            if self._session is None or self._session.over or self._session.pid != os.getpid():
                _require_threads()
                self._session = _Session(path, self._hello(), began, self._limits)
            return self._session
        finally:
            self._opening.release()

    def _hello(self) -> dict[str, Any]:
        hello = {"hello": 1, "service": self._service, "client": "python/0.1", "pid": os.getpid(), "instance": self._instance,
                 "store": self._store}
        with contextlib.suppress(OSError), open("/proc/sys/kernel/random/boot_id") as boot:
            hello.update(pidns=os.readlink("/proc/self/ns/pid"), boot=boot.read().strip())
        return {name: value for name, value in hello.items() if value is not None}

    def close(self) -> None:
        """Releases everything. What was not released by then is lost for its holder."""
        session, self._session = self._session, None
        if session and not session.over and session.pid == os.getpid():
            session.close()

    def _in_child(self) -> None:
        """All is lost in a forked child: its copy of the socket is closed, never shut down, and nothing is released."""
        session, self._session, self._threads, self._opening = self._session, None, None, threading.Lock()
        if session and not session.over:
            session.over, session.lock = True, threading.Lock()
            with contextlib.suppress(OSError):  # it is closed while there is no host agent
                os.close(session.socket.detach())
            os.close(session.woken)
            os.close(session.wakes)


class Lockkeeper(_Client):
    """Takes locks for this process. `store` names the locks that are meant; a host agent that has others is refused. An answer is
    awaited for `answer_within` seconds; without a host agent, a request is repeated until its `wait` has passed, or `absent_within`."""

    def acquire(self, name: str, **options: Unpack[Options]) -> Lease:
        """Waits its turn, `wait` seconds at most, and returns the lease.

        Options: wait, ttl, max_hold, settle, keep, cohort in seconds; shared=True or write=True for a read-write lock, permits=2 and
        capacity=5 for a semaphore; note="…", details={…}. Raises NotAcquired when the wait ends first, and LockError.
        """
        return self._acquire(_Request(name, options, self._limits))

    def _acquire(self, request: _Request) -> Lease:
        lease = None
        while lease is None:
            try:
                lease = self._attempt(request)
            except _NoHost as absent:
                time.sleep(request.pause(absent))
        return lease

    def _attempt(self, request: _Request) -> Lease | None:
        session, number, answer = self._begin(request)
        try:
            return request.accept(answer.result(request.left()))
        except futures.TimeoutError:
            session.give_up(number, answer)
            raise _no_answer(session.path) from None
        except LockError:
            raise
        except BaseException:
            session.give_up(number, answer)
            raise

    def try_acquire(self, name: str, **options: Unpack[Options]) -> Lease | None:
        """The lease if the lock is free and nothing waits for it, else None."""
        try:
            return self.acquire(name, **_at_once(options))
        except NotAcquired:
            return None

    def with_lock(self, name: str, work: Callable[[Lease], _T], **options: Unpack[Options]) -> _T:
        """Waits its turn, does the work, releases. Raises LeaseLost if the lease was lost before the work ended."""
        with self.acquire(name, **options) as lease:
            return work(lease)

    def every(self, interval: str, name: str, work: Callable[[Lease], object], *,
              on_missed: Callable[[int, str], object] | None = None, **options: Unpack[Options]) -> Job:
        """Does the work at each full interval of UTC ("30s", "15m", "1h", "1d"), in one process of all that ask so, on a thread."""
        job = Job(interval, name, on_missed)

        def run() -> None:
            while not job._stopped.wait(job._pause()):
                if job._is_due():
                    try:
                        lease = self._acquire(_Request(name, job._options(options), self._limits, job._absent()))
                    except LockError as e:
                        job._refused(e)
                    else:
                        try:
                            with lease:
                                work(lease)
                                job._stopped.wait(job._hold_left())
                        except Exception:
                            _log.exception("A run of %s failed", name)
                    job._next()

        threading.Thread(target=run, name="lockkeeper-" + name, daemon=True).start()
        return job

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _at_once(options: Options) -> Options:
    if "wait" in options:
        raise TypeError("try_acquire() got an unexpected keyword argument 'wait'")
    return {**options, "wait": 0}


class Job:
    """Work that `every` does, until `stop()`. `on_missed(runs, why)` hears of what was left out; without it, the log does."""

    def __init__(self, interval: str, name: str, on_missed: Callable[[int, str], object] | None) -> None:
        parts = re.fullmatch(r"([1-9]\d{0,5})([smhd])", interval)
        if not parts:
            raise ValueError('An interval is a whole number with s, m, h or d, such as "15m", not {!r}'.format(interval))
        self._every = int(parts[1]) * _UNITS[parts[2]]
        # One half is for clocks that are behind, the other for a host agent that restarts.
        self._hold = min(self._every / 2, 20.0)
        self._name, self._on_missed, self._stopped = name, on_missed, threading.Event()
        self._due, self._missed, self._why = self._after(time.time()), 0, ""

    def stop(self) -> None:
        """No run begins any more."""
        self._stopped.set()

    def _after(self, at: float) -> int:
        return (int(at) // self._every + 1) * self._every

    def _pause(self) -> float:
        return max(0.0, min(60.0, self._due - time.time()))  # the clock may be set

    def _is_due(self) -> bool:
        """Whether a run is to be tried now. One that is found too late is missed here; another process may have done it."""
        late = time.time() - self._due
        if late > self._hold / 2:
            self._why = "this process stood still"
            self._missed += 1
            self._next()
        return 0 <= late <= self._hold / 2

    def _absent(self) -> float:
        return max(0.0, self._due + self._hold / 2 - time.time())

    def _hold_left(self) -> float:
        return max(0.0, self._due + self._hold - time.time())

    def _options(self, options: Options) -> Options:
        run = {"run": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._due))}
        return {**options, "wait": 0, "details": {**(options.get("details") or {}), **run}}

    def _refused(self, error: LockError) -> None:
        """A run elsewhere is none that was missed; the process of one that lasts too long says what it left out."""
        holder = error.holder if isinstance(error, NotAcquired) else {}
        if holder is not None and "run" not in holder.get("details", {}):
            self._missed, self._why = self._missed + 1, str(error)

    def _next(self) -> None:
        due, self._due = self._due, self._after(max(time.time(), self._due))
        over = (self._due - due) // self._every - 1
        if over > 0:
            self._missed, self._why = self._missed + over, self._why or "the run before lasted too long"
        missed, why, self._missed, self._why = self._missed, self._why, 0, ""
        if missed and not self._on_missed:
            _log.warning("%d runs of %s were missed: %s", missed, self._name, why)
        elif missed and self._on_missed:
            try:
                self._on_missed(missed, why)
            except Exception:  # it would be the end of the job
                _log.exception("%d runs of %s were missed: %s", missed, self._name, why)


class _Acquiring(Coroutine[Any, Any, Lease]):
    """A request under way: `await` it for the lease, or use it with `async with`."""

    def __init__(self, asked: Coroutine[Any, Any, Lease]) -> None:
        self._asked = asked

    def __await__(self) -> Generator[Any, Any, Lease]:
        return self._asked.__await__()

    def send(self, value: Any) -> Any:
        return self._asked.send(value)

    def throw(self, *error: Any) -> Any:
        return self._asked.throw(*error)

    def close(self) -> None:
        self._asked.close()

    async def __aenter__(self) -> Lease:
        self._lease = await self._asked
        return self._lease

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._lease.__aexit__(kind, error, trace)


def _give_up(begun: futures.Future[tuple[_Session, int | None, futures.Future[Any]]]) -> None:
    with contextlib.suppress(LockError, futures.CancelledError):
        session, number, answer = begun.result()
        session.give_up(number, answer)


class AsyncLockkeeper(_Client):
    """The same for asyncio: `async with locks.acquire("send_sms") as lease`. Cancelling a task ends its wait."""

    def acquire(self, name: str, **options: Unpack[Options]) -> _Acquiring:
        return _Acquiring(self._acquire(_Request(name, options, self._limits)))

    async def _acquire(self, request: _Request) -> Lease:
        lease = None
        while lease is None:
            try:
                lease = await self._attempt(request)
            except _NoHost as absent:
                await asyncio.sleep(request.pause(absent))
        return lease

    async def _attempt(self, request: _Request) -> Lease | None:
        if self._threads is None:  # those of the event loop may all be at work, and end with it
            self._threads = futures.ThreadPoolExecutor(4, "lockkeeper")
        begun = self._threads.submit(self._begin, request)
        try:
            session, _, answer = await asyncio.wait_for(asyncio.wrap_future(begun), request.left())
            return request.accept(await asyncio.wait_for(asyncio.wrap_future(answer), request.left()))
        except (asyncio.TimeoutError, asyncio.CancelledError) as e:
            self._threads.submit(_give_up, begun)
            if isinstance(e, asyncio.CancelledError):
                raise
            raise _no_answer(self._path or DEFAULT_SOCKET) from None

    async def try_acquire(self, name: str, **options: Unpack[Options]) -> Lease | None:
        try:
            return await self.acquire(name, **_at_once(options))
        except NotAcquired:
            return None

    async def with_lock(self, name: str, work: Callable[[Lease], Awaitable[_T]], **options: Unpack[Options]) -> _T:
        async with self.acquire(name, **options) as lease:
            return await work(lease)

    async def every(self, interval: str, name: str, work: Callable[[Lease], Awaitable[object]], *,
                    on_missed: Callable[[int, str], object] | None = None, **options: Unpack[Options]) -> None:
        """The same as a coroutine that goes on until it is cancelled."""
        job = Job(interval, name, on_missed)
        while True:
            await asyncio.sleep(job._pause())
            if job._is_due():
                try:
                    lease = await self._acquire(_Request(name, job._options(options), self._limits, job._absent()))
                except LockError as e:
                    job._refused(e)
                else:
                    try:
                        async with lease:
                            await work(lease)
                            await asyncio.sleep(job._hold_left())
                    except Exception:
                        _log.exception("A run of %s failed", name)
                job._next()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


_clients: weakref.WeakSet[_Client] = weakref.WeakSet()


def _each(end: Callable[[_Client], None]) -> None:
    for client in list(_clients):
        end(client)


os.register_at_fork(after_in_child=lambda: _each(_Client._in_child))
atexit.register(_each, _Client.close)
