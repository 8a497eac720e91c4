// Each instance of the service sends what is due. The lock, as the article builds it with Mongoose, lets one at a time.
import {appendFile, readFile, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import mongoose from 'mongoose';
import {lock, unlock} from './dblock.mjs'; // a collection with _id, acquirer and updatedAt, and a timer that renews

const outbox = process.argv[2];
const sent = process.argv[3];

await mongoose.connect(process.env.MONGODB_URI);

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
  await lock('send_sms');
  try {
    more = await sendNext();
  } finally {
    await unlock('send_sms');
  }
}

await mongoose.disconnect();
