// A synchroniser on Redis: SET with NX and PX, a random value, and a script that deletes only one's own.
import {readFile, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {createClient} from 'redis';
import {Synchronizer} from './synchronizer.mjs';

const [stock, orders] = process.argv.slice(2);
const redis = await createClient({url: process.env.REDIS_URL}).connect();
const synchronizer = new Synchronizer(redis, {ttl: 30_000, retryEvery: 50});

async function takeOne() {
  const before = Number(await readFile(stock, 'utf8'));
  await sleep(2); // the order is checked
  await writeFile(stock, String(before - 1));
}

for (let i = 0; i < Number(orders); i++) {
  await synchronizer.synchronize('stock:4711', takeOne);
}

await redis.quit();
