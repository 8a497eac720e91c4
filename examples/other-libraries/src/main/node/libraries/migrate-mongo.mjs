import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import migrate from 'migrate-mongo';
import { MongoClient } from 'mongodb';
import { Work } from '../work.mjs';

/** Runs one migration, which waits until it is told to end. */
export default async function ({ uri, database }) {
    const client = await MongoClient.connect(uri);
    const work = new Work();
    globalThis.migrateForTheTest = () => work.run();
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
    await writeFile(
        join(folder, '20260101000000-wait.js'),
        'module.exports = { up: () => globalThis.migrateForTheTest(), down: async () => {} };');
    migrate.config.set({
        mongodb: {},
        migrationsDir: folder,
        changelogCollectionName: 'changelog',
        lockCollectionName: 'changelog_lock',
        lockTtl: 3_600,
        migrationFileExtension: '.js',
        useFileHash: false,
        moduleSystem: 'commonjs',
    });
    let up;
    return {
        acquire: async () => {
            up = migrate.up(client.db(database), client)
                .then(done => `done ${done.length}`, error => `refused ${error.message}`);
            return Promise.race([up, work.begun(work.count() + 1).then(() => 'running')]);
        },
        release: async () => {
            work.end();
            return up;
        },
    };
}
