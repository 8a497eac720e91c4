// A class on the driver: a document with a unique resourceId, inserted to acquire and deleted to release; a TTL index frees it.
import {appendFile, readFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {MongoClient} from 'mongodb';
import {MongoDBLock} from './mongodb-lock.mjs';

const [journal, ...invoices] = process.argv.slice(2);
const client = await new MongoClient(process.env.MONGODB_URI).connect();
const lock = new MongoDBLock(client.db('billing'));

async function bill(invoice) {
  const billed = (await readFile(journal, 'utf8')).split('\n');
  if (!billed.includes(invoice)) {
    await sleep(2); // the invoice is printed
    await appendFile(journal, `${invoice}\n`);
  }
}

for (const invoice of invoices) {
  const acquired = await lock.acquireLock(invoice);
  if (!acquired) continue; // another instance bills it
  try {
    await bill(invoice);
  } finally {
    await lock.releaseLock(invoice);
  }
}

await client.close();
