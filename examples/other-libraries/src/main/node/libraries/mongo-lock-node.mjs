import { MongoClient } from 'mongodb';
import { RWMutex } from 'mongo-lock-node';

const PATIENCE = 1_000;

export default async function ({ uri, database, instance }) {
    const client = await MongoClient.connect(uri);
    const locks = client.db(database).collection('locks');
    await locks.createIndex({ lockID: 1 }, { unique: true });
    await locks.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 }); // the library's reader has to make it

    /** It polls without end, so that a process that waits in vain is to be killed. */
    function acquire(method) {
        const mutex = new RWMutex(locks, 'job', instance, {
            sleepTime: 200,
            expiresAt: new Date(Date.now() + 10_000),
        });
        const granted = mutex[method]().then(() => 'done');
        return Promise.race([granted, new Promise(resolve => setTimeout(() => resolve('waiting'), PATIENCE))]);
    }
    return {
        acquire: () => acquire('lock'),
        read: () => acquire('rLock'),
        release: async () => {
            await new RWMutex(locks, 'job', instance).unlock();
            return 'done';
        },
    };
}
