"""The scenarios' commands for the Python client. With the argument "asyncio", for its asyncio form."""
import asyncio
import contextlib
import gc
import os
import queue
import random
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import lockkeeper  # noqa: E402

warnings.simplefilter("ignore", ResourceWarning)


def say(text):
    print(text, flush=True)


def failed(error):
    if isinstance(error, lockkeeper.NotAcquired):
        holder = error.holder or {"service": "none", "details": {}}
        return "refused " + dict(holder, **holder["details"])["service"]
    if isinstance(error, lockkeeper.LeaseLost):
        return "LeaseLost"
    return "error " + getattr(error, "code", type(error).__name__)


def fork(locks, lease):
    if os.fork() == 0:
        say("child held " + str(lease.is_held()).lower())
        with locks.acquire("of-the-child", wait=10):
            say("child granted")
        os._exit(0)
    os.wait()


many = []
AT_ONCE = 50  # of the requests for many locks
BOUNDS = {"answer_within": float(os.environ.get("ANSWER_SECONDS", "5"))}


def two_seconds():
    return 2.1 - time.time() % 1


def common(verb, lease):
    if verb == "all":
        before = {each: each.remaining + time.monotonic() for each in many}
        while any(each.is_held() and each.remaining + time.monotonic() < until + 1 for each, until in before.items()):
            time.sleep(0.1)
        say("all %d" % sum(each.is_held() for each in many))
    elif verb == "held":
        say("held " + str(lease.is_held()).lower())
    elif verb == "lost":
        lost = threading.Event()
        lease.on_lost(lambda cause: lost.set())
        lost.wait()
        say("lost " + lease.loss)
    elif verb == "exit":
        os._exit(0)


def load(locks, folder, names):
    """Takes locks again and again; a file that is there already means that another process believes in the same lock."""
    grants = lost = double = unanswered = 0
    with open(os.path.join(folder, "waits"), "a", buffering=1) as waits:
        while not os.path.exists(os.path.join(folder, "end")):
            name = "load-%d" % random.randrange(int(names))
            taken, freed, asked = os.path.join(folder, name), os.path.join(folder, name + ".freed"), time.time()
            try:
                lease = locks.acquire(name, ttl=10)
            except lockkeeper.LockError:
                unanswered += 1
                continue
            grants += 1
            with contextlib.suppress(OSError):
                asked = max(asked, os.stat(freed).st_mtime)
            waits.write("granted %d %d\n" % (asked * 1000, time.time() * 1000))
            try:
                os.close(os.open(taken, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                double += 1
            end = time.time() + random.random()
            while time.time() < end and lease.is_held():
                time.sleep(0.02)
            lost += not lease.is_held()
            with contextlib.suppress(OSError):
                os.unlink(taken)
            with open(freed, "w"):
                os.utime(freed)
            began = time.time()
            answered = lease.release()
            waits.write("%s %d %d\n" % ("released" if answered else "unanswered", began * 1000, time.time() * 1000))
    say("load %d %d %d %d" % (grants, lost, double, unanswered))


def sync(socket):
    locks, lease = lockkeeper.Lockkeeper("conformance", socket_path=socket, **BOUNDS), None
    for line in sys.stdin:
        verb, *rest = line.split()
        try:
            if verb == "acquire":
                lease = locks.acquire(rest[0], wait=int(rest[1]) / 1000, ttl=int(rest[2]) / 1000)
                say("granted %d" % lease.token)
            elif verb == "with":
                with locks.acquire(rest[0], wait=10) as within:
                    held = within.is_held()
                say("with %s" % str(held and not within.is_held()).lower())
            elif verb == "try":
                lease = locks.try_acquire(rest[0])
                say("granted %d" % lease.token if lease else "none")
            elif verb == "cancel":
                session, number, answer = locks._begin(lockkeeper._Request(rest[0], {}))
                threading.Event().wait(0.3)
                session.give_up(number, answer)
                say("cancelled")
            elif verb == "now":
                session, number, answer = locks._begin(lockkeeper._Request(rest[0], {}))
                session.give_up(number, answer)
                say("cancelled")
            elif verb == "block":
                with locks.acquire(rest[0]) as within:
                    say("inside")
                    while within.is_held():
                        time.sleep(0.01)
                say("left")
            elif verb == "mistype":
                locks.acquire(rest[0], waits=0)
            elif verb == "close":
                locks.close()
                say("closed")
            elif verb == "long":
                locks.acquire(rest[0], note="x" * 100000)
            elif verb == "release":
                say("released " + str(lease.release()).lower())
            elif verb == "fork":
                fork(locks, lease)
            elif verb == "many":
                with ThreadPoolExecutor(AT_ONCE) as threads:
                    names = ["many-%d-%d" % (os.getpid(), each) for each in range(int(rest[0]))]
                    many.extend(threads.map(lambda name: locks.acquire(name, ttl=60), names))
                say("many %d" % len(many))
            elif verb == "every":
                ran = ["ran"]
                job = locks.every("1s", rest[0], lambda lease: ran.append(str(int(time.time()))))
                time.sleep(int(rest[1]))
                job.stop()
                say(" ".join(ran))
            elif verb == "late":
                heard = queue.Queue()
                job = locks.every("1s", rest[0], lambda lease: time.sleep(two_seconds()),
                                  on_missed=lambda runs, why: "too long" in why and heard.put(runs))
                say("missed %d" % heard.get())
                job.stop()
            elif verb == "drop":
                lease = None
                gc.collect()
                say("dropped")
            elif verb == "load":
                load(locks, *rest)
            else:
                common(verb, lease)
        except (lockkeeper.LockError, TypeError) as e:
            say(failed(e))


async def asynchronous(socket):
    locks, lease = lockkeeper.AsyncLockkeeper("conformance", socket_path=socket, **BOUNDS), None
    while True:
        verb, *rest = (await asyncio.to_thread(sys.stdin.readline)).split() or ["exit"]
        try:
            if verb == "acquire":
                lease = await locks.acquire(rest[0], wait=int(rest[1]) / 1000, ttl=int(rest[2]) / 1000)
                say("granted %d" % lease.token)
            elif verb == "with":
                async with locks.acquire(rest[0], wait=10) as within:
                    held = within.is_held()
                say("with %s" % str(held and not within.is_held()).lower())
            elif verb == "try":
                lease = await locks.try_acquire(rest[0])
                say("granted %d" % lease.token if lease else "none")
            elif verb == "cancel":
                try:
                    await asyncio.wait_for(locks.acquire(rest[0]), 0.3)
                except asyncio.TimeoutError:
                    say("cancelled")
            elif verb == "now":
                asked = asyncio.ensure_future(locks.acquire(rest[0]))
                await asyncio.sleep(0)
                asked.cancel()
                await asyncio.wait([asked])
                say("cancelled")
            elif verb == "block":
                async with locks.acquire(rest[0]) as within:
                    say("inside")
                    while within.is_held():
                        await asyncio.sleep(0.01)
                say("left")
            elif verb == "mistype":
                await locks.acquire(rest[0], waits=0)
            elif verb == "close":
                locks.close()
                say("closed")
            elif verb == "long":
                await locks.acquire(rest[0], note="x" * 100000)
            elif verb == "release":
                say("released " + str(await lease.release_async()).lower())
            elif verb == "fork":
                if os.fork() == 0:
                    say("child held " + str(lease.is_held()).lower())
                    lockkeeper.Lockkeeper("child", socket_path=socket).acquire("of-the-child", wait=10).release()
                    say("child granted")
                    os._exit(0)
                await asyncio.to_thread(os.wait)
            elif verb == "many":
                while len(many) < int(rest[0]):
                    names = ["many-%d-%d" % (os.getpid(), len(many) + each) for each in range(AT_ONCE)]
                    many.extend(await asyncio.gather(*[locks.acquire(name, ttl=60) for name in names]))
                say("many %d" % len(many))
            elif verb == "every":
                ran = ["ran"]

                async def run(lease):
                    ran.append(str(int(time.time())))

                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(locks.every("1s", rest[0], run), int(rest[1]))
                say(" ".join(ran))
            elif verb == "late":
                heard = asyncio.Queue()
                job = asyncio.ensure_future(locks.every(
                    "1s", rest[0], lambda lease: asyncio.sleep(two_seconds()),
                    on_missed=lambda runs, why: "too long" in why and heard.put_nowait(runs)))
                say("missed %d" % await heard.get())
                job.cancel()
            elif verb == "drop":
                lease = None
                gc.collect()
                say("dropped")
            else:
                await asyncio.to_thread(common, verb, lease)
        except (lockkeeper.LockError, TypeError) as e:
            say(failed(e))


if "asyncio" in sys.argv:
    asyncio.run(asynchronous(sys.argv[1]))
else:
    sync(sys.argv[1])
