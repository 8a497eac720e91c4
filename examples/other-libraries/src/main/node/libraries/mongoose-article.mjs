import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';

const DUPLICATE = 11_000;
const TTL_SECONDS = 6;

/** The form that an article shows for Mongoose: code that people copy, and no package. */
export default async function ({ uri, database }) {
    const me = randomUUID();
    const Lock = mongoose.model('Lock', new mongoose.Schema({
        _id: String,
        acquirer: String,
        acquiredAt: Date,
        updatedAt: { type: Date, expires: TTL_SECONDS },
    }));
    await mongoose.connect(uri, { dbName: database });
    await Lock.init();
    return {
        acquire: async () => {
            const now = new Date();
            try {
                await Lock.create({ _id: 'job', acquirer: me, acquiredAt: now, updatedAt: now });
                return true;
            } catch (error) {
                if (error.code === DUPLICATE) {
                    return false;
                }
                throw error;
            }
        },
        renew: async () => (await Lock.updateOne({ _id: 'job', acquirer: me }, { updatedAt: new Date() })).modifiedCount,
        release: async () => (await Lock.deleteOne({ _id: 'job', acquirer: me })).deletedCount,
    };
}
