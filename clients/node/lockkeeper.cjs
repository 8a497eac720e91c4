'use strict';
/**
 * Locks in MongoDB, through the machine's host agent (`lockkeeper serve`). Linux and macOS, Node 20 or newer, no dependencies.
 *
 *   const locks = new Lockkeeper('billing');
 *   await locks.withLock('send_sms', async lease => { await send(batch, lease.token); });
 *   { await using lease = await locks.acquire('send_sms'); … }          // released at the end of the block
 *   const lease = await locks.tryAcquire('nightly-report');             // null if it is in use
 *
 * What the process believes: a lease is held until its deadline, which is the clock before the line was written that the host agent
 * had read last, plus what its answer says is left. Nothing else moves it, and a deadline that has passed is not revived.
 */
const LONGEST = 60_000; // a longer line would end the connection, and with it all other leases
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

const DEFAULT_SOCKET = '/run/lockkeeper/lockkeeper.sock';
const DEFAULT_TTL = 30_000;
const asyncDispose = Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose');

/** A request that failed. Nothing of it stays behind. `code` is the host agent's; 'connection' is the client's own. */
class LockError extends Error {
  constructor(code, text) {
    super(text);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The wait ended before the lock was granted; `holder` says who holds it, or is null. */
class NotAcquired extends LockError {
  constructor(name, refused) {
    const holder = refused.holder ?? null;
    const by = holder && {...holder, ...holder.details};
    const who = by ? ` held by ${by.service} (pid ${by.pid}, host ${by.host}),` : '';
    super('refused', `Lock "${name}" was not acquired:${who} ${refused.waiting} waiting`);
    this.holder = holder;
  }
}

/** The lease is not held any more: stop. `cause` says why. */
class LeaseLost extends LockError {
  constructor(name, cause) {
    super('lost', `The lease of "${name}" is lost: ${cause}. Another process may hold the lock now`);
    this.cause = cause;
  }
}

/** Milliseconds on a clock that goes on while the machine is suspended. */
const now = () => os.uptime() * 1000;

/** One grant of a lock, held until it is released or lost. */
class Lease {
  #state;
  #abort = new AbortController();

  constructor(state) {
    this.#state = state;
    state.told = new WeakRef(this.#abort);
    unreachable.register(this, state, this);
  }

  get name() { return this.#state.name; }
  get token() { return this.#state.token; }
  get signal() { return this.#abort.signal; }
  get remaining() { return left(this.#state); }
  get loss() {
    const {cause, released} = this.#state;
    return cause ?? (released || this.isHeld() ? null : 'expired');
  }

  isHeld() { return left(this.#state) > 0; }

  check() {
    if (!this.isHeld()) throw new LeaseLost(this.name, this.loss ?? 'it was released');
  }

  /** Released in memory before the line is written. No answer is not a yes. */
  async release() {
    unreachable.unregister(this);
    const wasHeld = this.isHeld();
    this.#state.released = !this.loss;
    return await this.#state.session.release(this.#state) && wasHeld;
  }

  async [asyncDispose]() { await this.release(); }
}

const left = state => state.released || state.cause ? 0 : Math.max(0, state.until - now());

const unreachable = new FinalizationRegistry(state => {
  if (state.released) return;
  process.emitWarning(`The lease of "${state.name}" became unreachable and was released: release it, or use withLock.`);
  state.released = true;
  state.session.release(state);
});

/** The lease is lost for good; its holder hears why. */
function lose(state, cause) {
  if (state.released || state.cause) return;
  state.cause = cause;
  state.told?.deref()?.abort(new LeaseLost(state.name, cause));
}

/** One connection. Its socket and its timer keep no process alive that has nothing else to do, unless it waits for an answer. */
class Session {
  #socket;
  #last = 0;
  #written = new Map();
  #asked = new Map();
  #states = new Map();
  #timer = null;
  #beatMs = 2000;
  #rest = '';
  over = false;

  static async open(socketPath, hello) {
    requireOwn(socketPath);
    const session = new Session();
    session.#socket = net.connect(socketPath);
    session.#socket.setEncoding('utf8');
    session.#socket.on('data', text => session.#read(text));
    session.#socket.on('error', error => { session.error = error; });
    session.#socket.on('close', () => session.#end());
    const welcome = await session.ask(hello);
    session.#beatMs = welcome.beatMs;
    session.proof = welcome.proof;
    return session;
  }

  /** Ids grow by one in the order of writing; the clock is read before the line is written. */
  send(line, asked) {
    if (this.over) throw new LockError('connection', 'The connection to the host agent has ended.');
    const id = ++this.#last;
    this.#written.set(id, now());
    if (asked) this.#asked.set(id, asked);
    this.#socket.write(JSON.stringify({...line, id}) + '\n');
    this.#keep();
    return id;
  }

  ask(line) {
    return new Promise((answer, fail) => this.send(line, {answer, fail}));
  }

  acquire(line, ttl, signal) {
    return new Promise((answer, fail) => {
      signal?.throwIfAborted();
      if (Buffer.byteLength(JSON.stringify(line)) > LONGEST) {
        throw new LockError('line', `Name, note and details are longer than ${LONGEST} bytes together. No lock was requested.`);
      }
      const asked = {name: line.acquire, ttl, answer, fail, signal};
      const id = this.send(line, asked);
      asked.abort = () => {
        asked.given = true;
        fail(signal.reason);
        if (!this.over) this.send({cancel: id});
      };
      signal?.addEventListener('abort', asked.abort, {once: true});
      this.#beatLater();
    });
  }

  async release(state) {
    this.#states.delete(state.lease);
    try {
      return (await this.ask({release: state.lease})).released.wasHeld;
    } catch {
      return false;
    }
  }

  async bye() {
    for (const state of this.#states.values()) lose(state, 'the client was closed');
    await this.ask({bye: true}).catch(() => {});
    this.#socket.end();
  }

  #read(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.#hear(JSON.parse(line));
  }

  #hear(line) {
    const before = this.#written.get(line.seen);
    for (const id of this.#written.keys()) if (id < line.seen) this.#written.delete(id);
    if (line.lost) {
      const {lease, cause, by, reason} = line.lost;
      const state = this.#states.get(lease);
      if (state) lose(state, by ? `${cause} by ${by}: ${reason}` : cause);
    }
    if (line.left) this.#extend(line.left, before);
    const asked = this.#asked.get(line.re);
    if (!asked || line.queued) return;
    this.#asked.delete(line.re);
    asked.signal?.removeEventListener('abort', asked.abort);
    if (line.granted) this.#granted(line.granted, before, asked);
    else if (line.refused) asked.fail(new NotAcquired(asked.name, line.refused));
    else if (line.error) asked.fail(new LockError(line.error.code, line.error.text));
    else asked.answer(line);
    this.#keep();
  }

  #granted({lease, token, leftMs}, before, asked) {
    const state = {session: this, lease, token, name: asked.name, ttl: asked.ttl, until: before + leftMs, released: false, cause: null};
    if (asked.given) {
      state.released = true;
      this.release(state);
      return;
    }
    this.#states.set(lease, state);
    this.#beatLater();
    asked.answer(new Lease(state));
  }

  #extend(answer, before) {
    for (const [lease, state] of this.#states) {
      if (lease in answer && left(state) > 0) state.until = Math.max(state.until, before + answer[lease]);
    }
  }

  /** The event loop may have been blocked: isHeld() compares the clock, and this timer only tells. */
  #beatLater() {
    const ttls = [...this.#states.values(), ...this.#asked.values()].map(each => each.ttl ?? DEFAULT_TTL);
    const pause = Math.min(this.#beatMs, Math.min(...ttls) / 6);
    if (this.#timer && this.#timer.pause <= pause) return;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#beat(), pause).unref();
    this.#timer.pause = pause;
  }

  #beat() {
    for (const [lease, state] of this.#states) {
      if (left(state) === 0) lose(state, 'expired');
      if (this.over && state.cause) this.#states.delete(lease);
    }
    if (this.#states.size > 0 || this.#asked.size > 0) {
      if (!this.over) this.send({beat: true});
    } else {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  #keep() {
    if (this.#asked.size > 0) this.#socket.ref();
    else this.#socket.unref();
  }

  /** The leases run to their deadlines: the host agent keeps them so long, and the timer tells their holders. */
  #end() {
    this.over = true;
    const why = this.error ? ` (${this.error.message})` : '';
    for (const {fail} of this.#asked.values()) fail(new LockError('connection', `The connection to the host agent ended${why}.`));
    this.#asked.clear();
  }
}

/** Who can put a socket there could grant everything to everybody. */
function requireOwn(socketPath) {
  const named = process.env.LOCKKEEPER_HOST_USER ?? '';
  if (named === 'any') return;
  const trusted = [0, process.getuid(), ...(/^\d+$/.test(named) ? [Number(named)] : [])];
  for (const file of [socketPath, path.dirname(socketPath)]) {
    let found;
    try {
      found = fs.lstatSync(file);
    } catch (e) {
      throw new LockError('connection', `There is no host agent at ${socketPath}: ${e.message}. Is \`lockkeeper serve\` running?`);
    }
    if (!trusted.includes(found.uid) || (found.isDirectory() && (found.mode & 0o002))) {
      throw new LockError('connection', `${file} belongs to user ${found.uid}, or every user may write to it: give the host agent's`
        + ' user id in LOCKKEEPER_HOST_USER.');
    }
  }
}

function whatProvesTheEnd() {
  try {
    return {
      pidns: fs.readlinkSync('/proc/self/ns/pid'),
      boot: fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    };
  } catch {
    return {};
  }
}

/** Takes locks for this process. */
class Lockkeeper {
  #hello;
  #path;
  #session = null;

  constructor(service, {socketPath = process.env.LOCKKEEPER_HOST_SOCKET?.trim() || DEFAULT_SOCKET, instance, store} = {}) {
    this.#path = socketPath;
    this.#hello = {hello: 1, service, client: 'node/0.1', pid: process.pid, instance, store, ...whatProvesTheEnd()};
  }

  async #open() {
    const before = this.#session;
    const open = await before?.catch(() => null);
    if ((!open || open.over) && this.#session === before) {
      this.#session = Session.open(this.#path, this.#hello);
    }
    return this.#session;
  }

  async acquire(name, {signal, ...request} = {}) {
    signal?.throwIfAborted();
    const session = await this.#open();
    return session.acquire({acquire: name, ...request}, request.ttlMs, signal);
  }

  async tryAcquire(name, request = {}) {
    try {
      return await this.acquire(name, {...request, waitMs: 0});
    } catch (e) {
      if (e instanceof NotAcquired) return null;
      throw e;
    }
  }

  async withLock(name, work, request) {
    const lease = await this.acquire(name, request);
    let wasHeld = false;
    let done;
    try {
      done = await work(lease);
    } finally {
      wasHeld = await lease.release();
    }
    if (!wasHeld) throw new LeaseLost(name, lease.loss ?? 'its release was not acknowledged');
    return done;
  }

  async close() {
    const session = await this.#session?.catch(() => null);
    this.#session = null;
    if (session && !session.over) await session.bye();
  }
}

module.exports = {Lockkeeper, Lease, LockError, NotAcquired, LeaseLost};
