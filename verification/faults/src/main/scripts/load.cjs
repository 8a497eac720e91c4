'use strict';
/**
 * A client of the fault suite in Node: takes locks through the host agent, uses what they guard, and writes down what it saw.
 *
 *   load.cjs CLIENT_FOLDER SOCKET NAME TTL_MS RESOURCE [believes]
 *
 * It obeys `work CALLERS SEED`, `cut` (its connection is shut down while it lives) and `stop`. A line of its output is an event of the
 * suite's history, in nanoseconds of the monotonic clock. With `believes` it does not ask whether it still holds: the negative control.
 */
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const readline = require('node:readline');
const {setTimeout: sleep} = require('node:timers/promises');

const [folder, socketPath, name, ttl, resource, belief] = process.argv.slice(2);
const sockets = new Set();
const connect = net.connect;
net.connect = (...rest) => {
  const socket = connect(...rest);
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  return socket;
};
const {Lockkeeper, NotAcquired} = require(path.join(folder, 'lockkeeper.cjs'));

const TTL = Number(ttl);
const FILE = fs.openSync(resource, fs.constants.O_WRONLY | fs.constants.O_APPEND);
const LOCKS = ['exclusive-1', 'exclusive-2', 'exclusive-3', 'kept-1', 'kept-2', 'read-write-1', 'read-write-2', 'semaphore-1'];
const [WRITER, SEMAPHORE, LONGEST_WAIT] = [2 ** 30, 3, 40_000];
const CAUSES = {evicted: 'Evicted', expired: 'Expired', takenOver: 'TakenOver', ended: 'HostAgentEnded'};
/** The client's clock goes in steps of 10 ms: what it says is left may be so much less a moment later. */
const STEP = 20_000_000n;

const locks = new Lockkeeper(name, {socketPath, instance: name});
let stopped = false;

const now = () => process.hrtime.bigint();
const encoded = value => encodeURIComponent(String(value)).replace(/%20/g, '+');
const write = (kind, ...values) => fs.writeSync(1, [kind, ...values.map(encoded)].join(' ') + '\n');
const nanos = millis => {
  const all = BigInt(Math.floor(millis * 1e6)) - STEP;
  return all > 0n ? all : 0n;
};

/** By a seed, so that a run asks for the same in the same order. */
function chanceOf(seed) {
  let state = BigInt.asUintN(64, BigInt(seed));
  return bound => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(bound));
  };
}

function isHeld(lease, call) {
  const before = now();
  const left = nanos(lease.remaining);
  const held = belief === 'believes' || lease.isHeld();
  if (held) write('Held', before, name, call, left);
  else write('NotHeld', now(), name, call);
  return held;
}

const use = (lease, call, lock) => fs.writeSync(FILE, `${now()} ${name} ${call} ${lock} ${lease.token}\n`);

function request(caller, chance) {
  const waitMs = chance(4) === 0 ? 0 : LONGEST_WAIT;
  if (chance(60) === 0) return {lock: `long-${caller}`, weight: 1, capacity: 1, waitMs};
  const lock = LOCKS[chance(LOCKS.length)];
  if (lock.startsWith('read-write')) {
    const write = chance(3) === 0;
    return {lock, weight: write ? WRITER : 1, capacity: WRITER, waitMs, kind: write ? {write} : {shared: true}};
  }
  if (lock.startsWith('semaphore')) {
    const permits = 1 + chance(SEMAPHORE);
    return {lock, weight: permits, capacity: SEMAPHORE, waitMs, kind: {permits, capacity: SEMAPHORE}};
  }
  return {lock, weight: 1, capacity: 1, waitMs};
}

async function ask(caller, call, chance) {
  const {lock, weight, capacity, waitMs, kind} = request(caller, chance);
  write('Asked', now(), name, call, lock, weight, capacity, waitMs > 0);
  let lease;
  try {
    lease = await locks.acquire(lock, {waitMs, ttlMs: TTL, settleMs: 100 * chance(2), note: call, ...kind});
  } catch (e) {
    write(e instanceof NotAcquired ? 'Refused' : 'Unknown', now(), name, call, e.message);
    if (!(e instanceof NotAcquired)) await sleep(200);
    return;
  }
  write('Granted', now(), name, call, lock, lease.token, nanos(lease.remaining));
  lease.signal.addEventListener('abort', () => {
    const cause = lease.loss ?? 'unknown';
    write('Lost', now(), name, call, CAUSES[cause.split(' ')[0]] ?? 'HostAgent', cause);
  });
  await hold(lease, call, lock, chance);
}

async function hold(lease, call, lock, chance) {
  const until = performance.now() + (lock.startsWith('long') ? 2 * TTL : 1 + chance(60));
  let held = isHeld(lease, call);
  use(lease, call, lock);
  while (held && !stopped && performance.now() < until) {
    await sleep(15);
    held = isHeld(lease, call);
  }
  if (held) use(lease, call, lock);
  isHeld(lease, call);
  write('Releasing', now(), name, call);
  held = await lease.release();
  write('Released', now(), name, call, held);
}

async function load(caller, seed) {
  const chance = chanceOf(seed);
  for (let calls = 1; !stopped; calls++) {
    await ask(caller, `${caller}-${calls}`, chance);
    await sleep(5 + chance(35));
  }
}

const verbs = {
  work(callers, seed) {
    for (let i = 0; i < Number(callers); i++) load(`${name}-${i}`, BigInt(seed) + BigInt(i));
  },
  cut() { for (const socket of sockets) socket.destroy(); },
  stop() { stopped = true; },
};
fs.writeSync(1, 'ready\n');
readline.createInterface({input: process.stdin}).on('line', line => {
  const [verb, ...rest] = line.split(' ');
  verbs[verb](...rest);
}).on('close', () => process.exit(0));
