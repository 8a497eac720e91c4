import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';

const DUPLICATE = 11_000;
const TTL_SECONDS = 6;

/** The class that an article shows: an insert in a transaction, and a release that asks for no owner. */
export default async function ({ uri, database }) {
    const client = await MongoClient.connect(uri);
    const locks = client.db(database).collection('locks');
    await locks.createIndex({ createdAt: 1 }, { expireAfterSeconds: TTL_SECONDS });
    await locks.createIndex({ resourceId: 1 }, { unique: true });
    return {
        acquire: async () => {
            try {
                await client.withSession(session => session.withTransaction(() => locks.insertOne(
                    { resourceId: 'job', clientId: randomUUID(), createdAt: new Date() }, { session })));
                return true;
            } catch (error) {
                if (error.code === DUPLICATE) {
                    return false;
                }
                throw error;
            }
        },
        release: async () => (await locks.deleteOne({ resourceId: 'job' })).deletedCount,
    };
}
