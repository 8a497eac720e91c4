import { promisify } from 'node:util';
import MongoLock from 'mongo-lock';
import mongodb from 'mongodb-3';

const TTL = 4_000;

export default async function ({ uri, database, instance }) {
    const client = await mongodb.MongoClient.connect(uri, { useUnifiedTopology: true });
    const locks = new MongoLock(client.db(database).collection('locks'));
    const call = (method, ...rest) => promisify(locks[method].bind(locks))('job', instance, ...rest).then(() => 'done');
    return {
        acquire: () => call('getLock', 0, TTL),
        renew: () => call('renewLock', TTL),
        release: () => call('releaseLock'),
    };
}
