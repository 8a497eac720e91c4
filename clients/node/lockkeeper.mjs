import client from './lockkeeper.cjs';

export const {Lockkeeper, Lease, Job, LockError, NotAcquired, LeaseLost} = client;
