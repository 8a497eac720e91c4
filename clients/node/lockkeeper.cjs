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
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const {setTimeout: sleep} = require('node:timers/promises');
const {isMainThread} = require('node:worker_threads');

const LONGEST = 60_000; // a longer line would end the connection, and with it all other leases
const MOST_UNWRITTEN = 1 << 20; // the host agent reads nothing: what waits for it is bounded
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103; // Node cuts a longer one
const LONGEST_TIMER = 2 ** 31 - 1;
const GONE = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAGAIN'];
const UNITS = {s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000};

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

/** There is no host agent now. A moment later there may be one: the request is repeated inside its bound. */
class NoHost extends LockError {
  constructor(text, {code = 'connection', isFull = false} = {}) {
    super(code, text);
    this.isFull = isFull;
  }
}

const errorOf = ({code, text}) => code === 'ending' ? new NoHost(text, {code}) : new LockError(code, text);

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

/** One clock stands still while the machine is suspended, the other can be set: what has passed is what the faster one says. */
const moment = () => ({running: performance.now(), wall: Date.now()});
const since = at => Math.max(performance.now() - at.running, Date.now() - at.wall);

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
    return cause ?? (released || this.isHeld() ? null : this.#state.session.whyExpired());
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

const left = state => state.released || state.cause ? 0 : Math.max(0, state.leftMs - since(state.before));

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

const sessions = new Set();
// The end of a thread is not the end of its process, which the host agent sees.
if (!isMainThread) process.once('exit', () => sessions.forEach(session => session.farewell()));

/** One connection. Its socket and its timer keep no process alive that has nothing else to do, unless it waits for an answer. */
class Session {
  #socket;
  #last = 0;
  #written = new Map();
  #asked = new Map();
  #states = new Map();
  #timer = null;
  #beatMs = 2000;
  #beating = false;
  #rest = '';
  #path;
  #answerMs;
  #hello;
  #key = '';
  #unsaid = []; // releases, while there is no connection
  #away = false;
  over = false;

  static async open(socketPath, hello, answerMs) {
    requireOwn(socketPath);
    const began = moment();
    const session = new Session();
    [session.#path, session.#answerMs] = [socketPath, answerMs];
    session.#use(await connect(socketPath));
    try {
      const welcome = await session.ask(hello, answerMs - since(began));
      sessions.add(session);
      session.#beatMs = welcome.beatMs;
      session.proof = welcome.proof;
      session.#key = welcome.key ?? '';
      session.#hello = {...hello, session: welcome.session, key: welcome.key};
      return session;
    } catch (e) {
      session.#socket.destroy();
      throw e;
    }
  }

  #use(socket) {
    this.#socket = socket.setEncoding('utf8');
    [this.#rest, this.#beating, this.#away, this.error] = ['', false, false, null];
    socket.on('data', text => this.#read(text));
    socket.on('error', error => { this.error = error; });
    socket.on('close', () => this.#resume());
  }

  get isOver() { return this.over; }

  #isCut() { return this.over || this.#away || this.#socket.destroyed; }

  /** Ids grow by one in the order of writing; the clock is read before the line is written. */
  send(line, asked) {
    if (this.#socket.writableLength > MOST_UNWRITTEN) this.#socket.destroy(new Error('it reads nothing'));
    if (this.#isCut()) throw this.refusal ?? new NoHost('The connection to the host agent has ended.');
    const id = ++this.#last;
    this.#written.set(id, moment());
    if (asked) {
      asked.id = id;
      this.#asked.set(id, asked);
    }
    this.#socket.write(JSON.stringify({...line, id}) + '\n');
    this.#keep();
    return id;
  }

  ask(line, within = this.#answerMs, ttl = undefined) {
    return new Promise((answer, fail) => {
      const asked = {answer, fail, line, ttl};
      if (line.release && this.#key && !this.over && this.#isCut()) this.#unsaid.push(asked);
      else this.send(line, asked);
      this.#bound(asked, within);
    });
  }

  acquire(line, ttl, signal, within) {
    return new Promise((answer, fail) => {
      signal?.throwIfAborted();
      if (Buffer.byteLength(JSON.stringify(line)) > LONGEST) {
        throw new LockError('line', `Name, note and details are longer than ${LONGEST} bytes together. No lock was requested.`);
      }
      const asked = {name: line.acquire, ttl, answer, fail, signal};
      this.send(line, asked);
      asked.abort = () => this.#giveUp(asked, signal.reason);
      signal?.addEventListener('abort', asked.abort, {once: true});
      this.#bound(asked, within);
      this.#beatLater();
    });
  }

  /** After a blocked event loop the answer may be there, unread: it is read first. */
  #bound(asked, within) {
    if (within > LONGEST_TIMER) return;
    const late = () => this.#giveUp(asked, doesNotAnswer(this.#path));
    asked.timer = setTimeout(() => setImmediate(late), within);
  }

  /** The caller waits no more; what is granted nevertheless is released. */
  #giveUp(asked, reason) {
    if (asked.given || asked.settled) return;
    asked.given = true;
    this.#settle(asked);
    asked.fail(reason);
    if (asked.name !== undefined && !this.#isCut()) this.send({cancel: asked.id});
    this.#keep();
  }

  #settle(asked) {
    asked.settled = true;
    clearTimeout(asked.timer);
    asked.signal?.removeEventListener('abort', asked.abort);
  }

  #isAwaited() {
    return [...this.#asked.values()].some(asked => !asked.given);
  }

  async release(state) {
    this.#states.delete(state.lease);
    try {
      return (await this.ask({release: state.lease}, this.#answerMs, state.ttl ?? DEFAULT_TTL)).released.wasHeld;
    } catch {
      return false;
    }
  }

  async bye() {
    this.#key = '';
    for (const state of this.#states.values()) lose(state, 'the client was closed');
    await this.ask({bye: true}).catch(() => {});
    this.#socket.destroy();
  }

  /** Written at once, as nothing is afterwards; after the part of a line it would not be understood. */
  farewell() {
    if (this.#isCut() || this.#socket.writableLength > 0) return;
    for (const state of this.#states.values()) lose(state, 'its thread has ended');
    try {
      fs.writeSync(this.#socket._handle.fd, JSON.stringify({bye: true, id: ++this.#last}) + '\n');
    } catch {
      // the leases run to their deadlines
    }
  }

  #read(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    try {
      for (const line of lines) this.#hear(JSON.parse(line));
    } catch (e) {
      this.#socket.destroy(e);
    }
  }

  #hear(line) {
    const before = this.#written.get(line.seen);
    for (const id of this.#written.keys()) if (id < line.seen) this.#written.delete(id);
    if (line.lost) {
      const {lease, cause, by, reason} = line.lost;
      const state = this.#states.get(lease);
      if (state) lose(state, by ? `${cause} by ${by}: ${reason}` : cause);
    }
    if (line.left) {
      this.#beating = false;
      this.#extend(line.left, before);
    }
    if (line.error && !line.re) this.refusal = errorOf(line.error);
    if (line.error?.code === 'resume') this.#key = ''; // there is no such session
    const asked = this.#asked.get(line.re);
    if (!asked || line.queued) return;
    this.#asked.delete(line.re);
    this.#settle(asked);
    if (line.granted) this.#granted(line.granted, before, asked);
    else if (line.refused) asked.fail(new NotAcquired(asked.name, line.refused));
    else if (line.error) asked.fail(errorOf(line.error));
    else asked.answer(line);
    this.#keep();
  }

  #granted({lease, token, leftMs}, before, asked) {
    const state = {session: this, lease, token, name: asked.name, ttl: asked.ttl, before, leftMs, released: false, cause: null};
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
      if (left(state) > 0 && answer[lease] - since(before) > left(state)) Object.assign(state, {before, leftMs: answer[lease]});
    }
  }

  /** The event loop may have been blocked: isHeld() compares the clock, and this timer only tells. */
  #beatLater() {
    const ttls = [...this.#states.values(), ...this.#asked.values()].map(each => each.ttl ?? DEFAULT_TTL);
    const pause = Math.min(this.#beatMs, Math.min(...ttls) / 6);
    if (this.#timer && this.#timer.pause <= pause) return;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => setImmediate(() => this.#beat()), pause).unref();
    this.#timer.pause = pause;
  }

  whyExpired() {
    if (this.#isCut()) return 'the connection to the host agent ended';
    return this.#beating ? 'expired: the host agent does not answer' : 'expired';
  }

  /** One beat is unanswered at most: a host agent that stands still is not written full. */
  #beat() {
    for (const [lease, state] of this.#states) {
      if (left(state) === 0) lose(state, this.whyExpired());
      if (this.over && state.cause) this.#states.delete(lease);
    }
    if (this.#states.size > 0 || this.#isAwaited()) {
      if (this.#isCut() || this.#beating) return;
      this.#beating = true;
      this.send({beat: true});
    } else {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  #keep() {
    if (this.#isAwaited()) this.#socket.ref();
    else this.#socket.unref();
  }

  /** Goes on with the session on another connection, as long as something may be left of it. */
  async #resume() {
    this.#away = true;
    const began = moment();
    for (let attempts = 1; this.#key && since(began) < this.#lastsMs(); attempts++) {
      await sleep(Math.min(150 + Math.random() * 150, (20 + Math.random() * 30) * attempts), null, {ref: this.#isAwaited()});
      try {
        requireOwn(this.#path);
        this.#use(await connect(this.#path));
        this.#sayAgain();
        return;
      } catch (e) {
        if (!(e instanceof LockError)) break;
      }
    }
    this.#end();
  }

  /** A lease lasts until its deadline, also one whose release its caller awaits no more; a wait as long as the lock's queue keeps it. */
  #lastsMs() {
    const asked = [...this.#asked.values()].filter(each => !each.given || each.line?.release);
    return Math.max(0, ...asked.map(each => each.line ? each.ttl ?? this.#answerMs : Math.min(each.ttl ?? DEFAULT_TTL, 30_000)),
      ...this.#unsaid.map(each => each.ttl),
      ...[...this.#states.values()].filter(state => left(state) > 0).map(state => state.leftMs));
  }

  /** Requests that wait keep their ids; those that their callers gave up end. */
  #sayAgain() {
    const again = [...this.#unsaid.splice(0)];
    for (const [id, asked] of this.#asked) {
      if (asked.line?.release) again.push(asked);
      if (asked.name === undefined || asked.given) this.#asked.delete(id);
    }
    const held = [...this.#states.values()].filter(state => left(state) > 0).map(state => state.lease);
    const leases = [...held, ...again.map(asked => asked.line.release)];
    this.send({...this.#hello, leases, waits: [...this.#asked.keys()]});
    for (const asked of again) this.send(asked.line, asked);
  }

  /** The leases run to their deadlines: the host agent keeps them so long, and the timer tells their holders. */
  #end() {
    this.over = true;
    sessions.delete(this);
    const why = this.error ? ` (${this.error.message})` : '';
    for (const asked of [...this.#asked.values(), ...this.#unsaid.splice(0)]) {
      this.#settle(asked);
      asked.fail(this.refusal ?? new NoHost(`The connection to the host agent ended${why}.`));
    }
    this.#asked.clear();
  }
}

const doesNotAnswer = socketPath =>
  new NoHost(`The host agent at ${socketPath} did not answer in time. Nothing of the request stays behind.`);

async function connect(socketPath) {
  try {
    return await new Promise((answer, fail) => {
      const socket = net.connect(socketPath, () => answer(socket.off('error', fail))).on('error', fail);
    });
  } catch ({code, message}) {
    const text = `The host agent at ${socketPath} does not answer: ${message}.`;
    throw GONE.includes(code) ? new NoHost(text, {isFull: code === 'EAGAIN'}) : new LockError('connection', text);
  }
}

/** Who can put a socket there could grant everything to everybody. */
function requireOwn(socketPath) {
  const bytes = Buffer.byteLength(socketPath);
  if (bytes > LONGEST_PATH) {
    throw new LockError('connection', `The path of the host agent's socket has ${bytes} bytes; at most ${LONGEST_PATH} are possible.`);
  }
  const named = process.env.LOCKKEEPER_HOST_USER ?? '';
  if (named === 'any') return;
  const trusted = [0, process.getuid(), ...(/^\d+$/.test(named) ? [Number(named)] : [])];
  for (const file of [socketPath, path.dirname(socketPath)]) {
    let found;
    try {
      found = fs.lstatSync(file);
    } catch (e) {
      const text = `There is no host agent at ${socketPath}: ${e.message}. Is \`lockkeeper serve\` running?`;
      throw e.code === 'ENOENT' ? new NoHost(text) : new LockError('connection', text);
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

const NUMBERS = ['waitMs', 'ttlMs', 'maxHoldMs', 'settleMs', 'keepMs', 'cohortMs', 'permits', 'capacity'];
const OPTIONS = new Set([...NUMBERS, 'shared', 'write', 'note', 'details']);

/** A mistyped bound would be none. */
function requireKnown(request) {
  for (const [name, value] of Object.entries(request)) {
    if (!OPTIONS.has(name)) throw new TypeError(`There is no option "${name}"`);
    if (NUMBERS.includes(name) && value !== undefined && !Number.isSafeInteger(value)) {
      throw new TypeError(`The option "${name}" is a whole number, not ${value}`);
    }
  }
}

/** The same, unless the signal is aborted first. */
function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((answer, fail) => {
    const abort = () => fail(signal.reason);
    signal.addEventListener('abort', abort, {once: true});
    promise.then(answer, fail).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Takes locks for this process. */
class Lockkeeper {
  #hello;
  #path;
  #answerMs;
  #absentMs;
  #opening = null;
  #session = null;

  constructor(service, {socketPath = process.env.LOCKKEEPER_HOST_SOCKET?.trim() || DEFAULT_SOCKET, instance, store, answerMs = 5_000,
    absentMs = 60_000, ...unknown} = {}) {
    requireKnown(unknown);
    for (const bound of [answerMs, absentMs]) {
      if (!(Number.isSafeInteger(bound) && bound >= 0)) throw new TypeError(`A bound is a whole number of milliseconds, not ${bound}`);
    }
    [this.#path, this.#answerMs, this.#absentMs] = [socketPath, answerMs, absentMs];
    this.#hello = {hello: 1, service, client: 'node/0.1', pid: process.pid, instance, store, ...whatProvesTheEnd()};
  }

  /** One opening at a time, which all wait for that need it; its failure is theirs. */
  #open() {
    if (this.#opening && !this.#session?.isOver) return this.#opening;
    this.#session = null;
    const opening = Session.open(this.#path, this.#hello, this.#answerMs);
    const opened = (to, session) => {
      if (this.#opening === opening) [this.#opening, this.#session] = [to, session];
    };
    opening.then(session => opened(opening, session), () => opened(null, null));
    return this.#opening = opening;
  }

  async acquire(name, {signal, ...request} = {}) {
    requireKnown(request);
    return await this.#acquire(name, request, request.waitMs ?? this.#absentMs, signal);
  }

  /** Without a host agent it is repeated for `absentMs`. */
  async #acquire(name, request, absentMs, signal) {
    signal?.throwIfAborted();
    const began = moment();
    const wait = request.waitMs ?? Infinity;
    const longest = Math.max(wait, absentMs) + this.#answerMs;
    for (let attempts = 1; ; attempts++) {
      try {
        const session = await unlessAborted(this.#open(), signal);
        if (wait < Infinity) request.waitMs = Math.max(0, Math.floor(wait - since(began)));
        const lease = await session.acquire({acquire: name, ...request}, request.ttlMs, signal, longest - since(began));
        if (lease.isHeld()) return lease;
        lease.release(); // its grant was read too late
        if (since(began) >= longest) throw new LeaseLost(name, 'nothing was left of it when its grant was read');
      } catch (e) {
        if (!(e instanceof NoHost)) throw e;
        await unlessAborted(sleep(this.#pause(e, attempts, absentMs, since(began))), signal);
      }
    }
  }

  /** Drawn, so that the processes of a machine do not come together. */
  #pause({code, message, isFull}, attempts, absentMs, passed) {
    const left = absentMs + (isFull ? this.#answerMs : 0) - passed;
    if (left <= 0) throw new LockError(code, `${message} (attempts: ${attempts}, in ${(passed / 1000).toFixed(1)} s)`);
    return Math.min(left, 500 + Math.random() * 500, (50 + Math.random() * 50) * attempts);
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
    return await underLease(await this.acquire(name, request), work);
  }

  every(interval, name, work, {onMissed, onError, ...request} = {}) {
    requireKnown(request);
    const acquire = (run, absentMs) =>
      this.#acquire(name, {...request, waitMs: 0, details: {...request.details, run}}, absentMs);
    return new Job(interval, name, work, acquire, {onMissed, onError});
  }

  async close() {
    const opening = this.#opening;
    [this.#opening, this.#session] = [null, null];
    const session = await opening?.catch(() => null);
    if (session && !session.over) await session.bye();
  }
}

async function underLease(lease, work) {
  let wasHeld = false;
  let done;
  try {
    done = await work(lease);
  } finally {
    wasHeld = await lease.release();
  }
  if (!wasHeld) throw new LeaseLost(lease.name, lease.loss ?? 'its release was not acknowledged');
  return done;
}

/** Work that `every` does, one run at a time. */
class Job {
  #every;
  #hold;
  #due;
  #missed = 0;
  #why;
  #stopping = new AbortController();
  #ended;

  constructor(interval, name, work, acquire, {
    onMissed = (runs, why) => console.warn(`${runs} runs of "${name}" were missed: ${why}`),
    onError = error => console.error(`A run of "${name}" failed:`, error),
  }) {
    const [, number, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(interval) ?? [];
    if (!number) throw new TypeError(`An interval is a whole number with s, m, h or d, such as "15m", not "${interval}"`);
    this.#every = number * UNITS[unit];
    // One half is for clocks that are behind, the other for a host agent that restarts.
    this.#hold = Math.min(this.#every / 2, 20_000);
    this.#due = this.#after(Date.now());
    this.#ended = this.#run(acquire, work, onMissed, onError);
  }

  /** No run begins any more; resolves when the one under way has ended. */
  async stop() {
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(acquire, work, onMissed, onError) {
    while (!this.#stopping.signal.aborted) {
      await this.#sleepUntil(Math.min(this.#due, Date.now() + 60_000)); // the clock may be set
      if (this.#stopping.signal.aborted || Date.now() < this.#due) continue;
      try {
        if (this.#isTooLate()) this.#miss(1, 'this process stood still');
        else await this.#once(acquire, work);
      } catch (e) {
        onError(e);
      }
      this.#next();
      if (this.#missed > 0) onMissed(this.#missed, this.#why);
      this.#missed = 0;
    }
  }

  async #once(acquire, work) {
    let lease;
    try {
      lease = await acquire(new Date(this.#due).toISOString(), this.#due + this.#hold / 2 - Date.now());
    } catch (e) {
      // A run elsewhere is none that was missed; the process of one that lasts too long says what it left out.
      if (!(e instanceof NotAcquired && (!e.holder || e.holder.details?.run))) this.#miss(1, e.message);
      return;
    }
    await underLease(lease, async () => {
      await work(lease);
      await this.#sleepUntil(this.#due + this.#hold);
    });
  }

  async #sleepUntil(at) {
    await sleep(Math.max(0, at - Date.now()), null, {signal: this.#stopping.signal}).catch(() => {});
  }

  #after(at) { return (Math.floor(at / this.#every) + 1) * this.#every; }

  #isTooLate() { return Date.now() > this.#due + this.#hold / 2; }

  #miss(runs, why) {
    if (runs > 0) [this.#missed, this.#why] = [this.#missed + runs, this.#missed > 0 ? this.#why : why];
  }

  #next() {
    const due = this.#due;
    this.#due = this.#after(Math.max(Date.now(), due));
    this.#miss((this.#due - due) / this.#every - 1, 'the run before lasted too long');
  }
}

module.exports = {Lockkeeper, Lease, Job, LockError, NotAcquired, LeaseLost};
