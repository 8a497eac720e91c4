import { LockManager } from 'mongo-locks';
import { MongoClient } from 'mongodb';

export default async function ({ uri, database }) {
    const client = await MongoClient.connect(uri);
    const manager = new LockManager(client.db(database).collection('locks'));
    await manager.ready;
    let held;
    return {
        acquire: async () => {
            const granted = await manager.lock('job');
            held = granted || held;
            return Boolean(granted);
        },
        renew: () => held.refresh(),
        held: async () => held.locked,
        release: () => held.free(),
    };
}
