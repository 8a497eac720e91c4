// The form of the README: a function runs while the lock is held, and may renew it itself.
import {appendFile, readFile, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {DistributedLock} from './dblock.mjs';

const [report, pages] = process.argv.slice(2);
const dblock = new DistributedLock({uri: process.env.MONGODB_URI, ttl: 30_000});

async function writeNextPage(renew) {
  const written = JSON.parse(await readFile(report, 'utf8'));
  if (written.pages === Number(pages)) {
    return false;
  }
  await sleep(2); // the page is computed
  await renew();
  await writeFile(report, JSON.stringify({pages: written.pages + 1}));
  await appendFile(`${report}.log`, `page ${written.pages + 1}\n`);
  return true;
}

let more = true;
while (more) {
  more = await dblock.run('nightly-report', writeNextPage);
}

await dblock.close();
