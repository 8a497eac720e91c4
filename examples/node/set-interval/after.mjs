// A job each second. One instance of all runs it; what was missed is logged.
import {appendFile, readFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {Lockkeeper} from '@lockkeeper/client';

const [report, runs] = process.argv.slice(2);

const written = async () => (await readFile(report, 'utf8').catch(() => '')).split('\n').length - 1;

async function writeReport() {
  const number = 1 + await written();
  if (number > Number(runs)) return;
  await sleep(2); // the report is computed
  await appendFile(report, `run ${number}\n`);
}

const locks = new Lockkeeper('report');
const job = locks.every('1s', 'write-report', writeReport);

while (await written() < Number(runs)) await new Promise(again => setTimeout(again, 50));
await job.stop();
await locks.close();
