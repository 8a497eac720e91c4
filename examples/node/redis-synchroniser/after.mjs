// One order at a time takes from the stock. Nothing polls: who waits is next in the queue.
import {readFile, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {Lockkeeper} from '@lockkeeper/client';

const [stock, orders] = process.argv.slice(2);
const synchronizer = new Lockkeeper('orders');

async function takeOne() {
  const before = Number(await readFile(stock, 'utf8'));
  await sleep(2); // the order is checked
  await writeFile(stock, String(before - 1));
}

for (let i = 0; i < Number(orders); i++) {
  await synchronizer.withLock('stock:4711', takeOne);
}

await synchronizer.close();
