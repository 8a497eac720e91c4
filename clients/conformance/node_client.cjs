// The scenarios' commands for the Node client, which node_import.mjs and node_require.cjs get in their ways.
const fs = require('node:fs');
const readline = require('node:readline');
const {setTimeout: sleep} = require('node:timers/promises');
const {Worker} = require('node:worker_threads');

const THREAD = `
  const [client, socketPath, name] = require('node:worker_threads').workerData;
  const {Lockkeeper} = require(client);
  new Lockkeeper('thread', {socketPath}).acquire(name, {waitMs: 10_000}).then(lease => { globalThis.lease = lease; });
`;

const AT_ONCE = 50; // of the requests for many locks

const say = text => process.stdout.write(text + '\n');

module.exports = ({Lockkeeper, NotAcquired}) => {
  const locks = new Lockkeeper('conformance', {socketPath: process.argv[2], answerMs: 1000 * (process.env.ANSWER_SECONDS ?? 5)});
  let lease = null;
  const many = [];
  const verbs = {
    async acquire(name, waitMs, ttlMs) {
      lease = await locks.acquire(name, {waitMs: Number(waitMs), ttlMs: Number(ttlMs)});
      say(`granted ${lease.token}`);
    },
    async with(name) {
      const within = await locks.withLock(name, lease => (lease.check(), lease), {waitMs: 10_000});
      say(`with ${!within.isHeld() && typeof within[Symbol.asyncDispose] === 'function'}`);
    },
    async try(name) {
      lease = await locks.tryAcquire(name);
      say(lease ? `granted ${lease.token}` : 'none');
    },
    async cancel(name) {
      await locks.acquire(name, {signal: AbortSignal.timeout(300)}).catch(() => say('cancelled'));
    },
    async long(name) { await locks.acquire(name, {note: 'x'.repeat(100_000)}); },
    held() { say(`held ${lease.isHeld()}`); },
    lost() {
      if (lease.signal.aborted) say(`lost ${lease.loss}`);
      else lease.signal.addEventListener('abort', () => say(`lost ${lease.loss}`));
    },
    async release() { say(`released ${await lease.release()}`); },
    async drop() {
      lease = null;
      await new Promise(setImmediate);
      globalThis.gc();
      say('dropped');
    },
    async close() {
      await locks.close();
      say('closed');
    },
    async now(name) {
      const cancelling = new AbortController();
      const asked = locks.acquire(name, {signal: cancelling.signal});
      cancelling.abort();
      await asked.catch(() => say('cancelled'));
    },
    async mistype(name) { await locks.acquire(name, {waitMS: 0}).catch(error => say(`error ${error.name}`)); },
    async block(name) {
      await locks.withLock(name, async lease => {
        say('inside');
        while (lease.isHeld()) await new Promise(again => setTimeout(again, 10));
      }).then(() => say('left'), error => say(error.name));
    },
    async many(count) {
      while (many.length < count) {
        const names = Array.from({length: AT_ONCE}, (_, each) => `many-${process.pid}-${many.length + each}`);
        many.push(...await Promise.all(names.map(each => locks.acquire(each, {ttlMs: 60_000}))));
      }
      say(`many ${many.length}`);
    },
    async all() {
      const until = lease => performance.now() + lease.remaining;
      const before = new Map(many.map(lease => [lease, until(lease)]));
      while (many.some(lease => lease.isHeld() && until(lease) < before.get(lease) + 1000)) await sleep(100);
      say(`all ${many.filter(each => each.isHeld()).length}`);
    },
    async every(name, seconds) {
      const ran = ['ran'];
      const job = locks.every('1s', name, () => ran.push(Math.floor(Date.now() / 1000)));
      await sleep(seconds * 1000);
      await job.stop();
      say(ran.join(' '));
    },
    async thread(name) {
      const workerData = [require.resolve('../node/lockkeeper.cjs'), process.argv[2], name];
      await new Promise(ended => new Worker(THREAD, {eval: true, workerData}).on('exit', ended));
      say('ended');
    },
    async late(name) {
      let missed;
      const heard = new Promise(hear => { missed = hear; });
      const job = locks.every('1s', name, () => sleep(2100 - Date.now() % 1000),
        {onMissed: (runs, why) => why.includes('too long') && missed(runs)});
      say(`missed ${await heard}`);
      await job.stop();
    },
    /** A file that is there already means that another process believes in the same lock. */
    async load(folder, names) {
      let [grants, lost, double, unanswered] = [0, 0, 0, 0];
      const waited = (what, since) => fs.appendFileSync(`${folder}/waits`, `${what} ${Math.floor(since)} ${Date.now()}\n`);
      while (!fs.existsSync(`${folder}/end`)) {
        const name = `load-${Math.floor(Math.random() * names)}`;
        const [taken, freed, asked] = [`${folder}/${name}`, `${folder}/${name}.freed`, Date.now()];
        const lease = await locks.acquire(name, {ttlMs: 10_000}).catch(() => null);
        if (!lease) {
          unanswered++;
          continue;
        }
        grants++;
        waited('granted', Math.max(asked, fs.statSync(freed, {throwIfNoEntry: false})?.mtimeMs ?? 0));
        try {
          fs.closeSync(fs.openSync(taken, 'wx'));
        } catch {
          double++;
        }
        for (const end = Date.now() + Math.random() * 1000; Date.now() < end && lease.isHeld();) await sleep(20);
        if (!lease.isHeld()) lost++;
        fs.rmSync(taken, {force: true});
        fs.writeFileSync(freed, '');
        const began = Date.now();
        waited(await lease.release() ? 'released' : 'unanswered', began);
      }
      say(`load ${grants} ${lost} ${double} ${unanswered}`);
    },
    exit() { process.exit(0); },
  };
  const failed = error => error instanceof NotAcquired
    ? `refused ${error.holder?.details?.service ?? error.holder?.service}`
    : `error ${error.code ?? error.message}`;
  let last = Promise.resolve();
  readline.createInterface({input: process.stdin}).on('line', line => {
    const [verb, ...rest] = line.split(' ');
    last = last.then(() => verbs[verb](...rest)).catch(error => say(failed(error)));
  });
};
