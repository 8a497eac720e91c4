import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import { MongoClient } from 'mongodb';
import { Work } from '../work.mjs';

/** A worker that has one job at a time. */
export default async function ({ uri, database, instance }) {
    const client = await MongoClient.connect(uri);
    const agenda = new Agenda({
        name: instance,
        backend: new MongoBackend({ mongo: client.db(database) }),
        processEvery: 300,
        defaultLockLifetime: 4_000,
    });
    const work = new Work();
    let job;
    agenda.define('work', running => {
        job = running;
        return work.run();
    }, { concurrency: 1, lockLimit: 1 });
    agenda.on('error', () => {}); // a run that outlasts its lock
    await agenda.ready;

    async function listen() {
        const before = work.count();
        await agenda.start();
        await work.begun(before + 1);
        return 'running';
    }
    return {
        listen,
        acquire: async () => {
            await agenda.now('work', {});
            return listen();
        },
        renew: async () => {
            await job.touch();
            return 'done';
        },
        release: async () => {
            const ended = new Promise(resolve => agenda.once('complete', resolve));
            work.end();
            await ended;
            return 'done';
        },
    };
}
