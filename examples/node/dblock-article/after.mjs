// Each instance of the service sends what is due. The lock lets one at a time.
import {appendFile, readFile, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {Lockkeeper} from '@lockkeeper/client';

const outbox = process.argv[2];
const sent = process.argv[3];

const locks = new Lockkeeper('sms');

async function sendNext() {
  const due = JSON.parse(await readFile(outbox, 'utf8'));
  const number = due.shift();
  if (number !== undefined) {
    await sleep(2); // the provider answers
    await appendFile(sent, `${number}\n`);
    await writeFile(outbox, JSON.stringify(due));
  }
  return number !== undefined;
}

let more = true;
while (more) {
  const lease = await locks.acquire('send_sms');
  try {
    more = await sendNext();
  } finally {
    await lease.release();
  }
}

await locks.close();
