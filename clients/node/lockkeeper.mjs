import client from './lockkeeper.cjs';

export const {Lockkeeper, LockError, NotAcquired, LeaseLost} = client;
