// A job each second. Each instance of the service runs it.
import {appendFile, readFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';

const [report, runs] = process.argv.slice(2);

const written = async () => (await readFile(report, 'utf8').catch(() => '')).split('\n').length - 1;

async function writeReport() {
  const number = 1 + await written();
  if (number > Number(runs)) return;
  await sleep(2); // the report is computed
  await appendFile(report, `run ${number}\n`);
}

const job = setInterval(writeReport, 1000);

while (await written() < Number(runs)) await new Promise(again => setTimeout(again, 50));
clearInterval(job);
