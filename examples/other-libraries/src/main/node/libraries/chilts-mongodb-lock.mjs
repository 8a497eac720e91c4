import { promisify } from 'node:util';
import mongodb from 'mongodb-3';
import lockFor from 'mongodb-lock';

export default async function ({ uri, database }) {
    const client = await mongodb.MongoClient.connect(uri, { useUnifiedTopology: true });
    const lock = lockFor(client.db(database).collection('locks'), 'job', { timeout: 4_000 });
    await promisify(lock.ensureIndexes.bind(lock))();
    let code;
    return {
        acquire: async () => {
            const granted = await promisify(lock.acquire.bind(lock))();
            code = granted ?? code;
            return Boolean(granted);
        },
        release: () => promisify(lock.release.bind(lock))(code),
    };
}
