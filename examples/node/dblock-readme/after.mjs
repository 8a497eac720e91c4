// A function runs while the lock is held. The lease renews itself: the function checks that it is still held.
import {appendFile, readFile, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {Lockkeeper} from '@lockkeeper/client';

const [report, pages] = process.argv.slice(2);
const dblock = new Lockkeeper('report');

async function writeNextPage(lease) {
  const written = JSON.parse(await readFile(report, 'utf8'));
  if (written.pages === Number(pages)) {
    return false;
  }
  await sleep(2); // the page is computed
  lease.check();
  await writeFile(report, JSON.stringify({pages: written.pages + 1}));
  await appendFile(`${report}.log`, `page ${written.pages + 1}\n`);
  return true;
}

let more = true;
while (more) {
  more = await dblock.withLock('nightly-report', writeNextPage);
}

await dblock.close();
