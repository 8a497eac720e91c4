// Each invoice is billed once. A lease renews itself; a late release ends no other lease.
import {appendFile, readFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {Lockkeeper} from '@lockkeeper/client';

const [journal, ...invoices] = process.argv.slice(2);
const locks = new Lockkeeper('billing');

async function bill(invoice) {
  const billed = (await readFile(journal, 'utf8')).split('\n');
  if (!billed.includes(invoice)) {
    await sleep(2); // the invoice is printed
    await appendFile(journal, `${invoice}\n`);
  }
}

for (const invoice of invoices) {
  const acquired = await locks.tryAcquire(invoice);
  if (!acquired) continue; // another instance bills it
  try {
    await bill(invoice);
  } finally {
    await acquired.release();
  }
}

await locks.close();
