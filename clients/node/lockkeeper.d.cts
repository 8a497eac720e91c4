/// <reference lib="esnext.disposable" />
/** Locks in MongoDB, through the machine's host agent (`lockkeeper serve`). Times are milliseconds. */
export class Lockkeeper {
  constructor(service: string, options?: {
    /** Default: LOCKKEEPER_HOST_SOCKET, else /run/lockkeeper/lockkeeper.sock. */
    socketPath?: string;
    instance?: string;
    /** The locks that are meant; a host agent that has others is refused. */
    store?: string;
    /** How long the host agent has for an answer, beyond what a request asks for. Default: 5,000. */
    answerMs?: number;
    /** How long a request without `waitMs` is repeated while there is no host agent. Default: 60,000. */
    absentMs?: number;
  });
  /** Waits its turn and returns the lease. Rejects with NotAcquired when `waitMs` ends first, and with LockError. */
  acquire(name: string, request?: Request): Promise<Lease>;
  /** The lease if the lock is free and nothing waits for it, else null. */
  tryAcquire(name: string, request?: Omit<Request, 'waitMs'>): Promise<Lease | null>;
  /** Waits its turn, does the work, releases. Rejects with LeaseLost if the lease was lost before the work ended. */
  withLock<T>(name: string, work: (lease: Lease) => Promise<T> | T, request?: Request): Promise<T>;
  /** Does the work at each full interval of UTC ("30s", "15m", "1h", "1d"), in one process of all that ask so. */
  every(interval: string, name: string, work: (lease: Lease) => unknown, options?: JobOptions): Job;
  /** Releases everything. */
  close(): Promise<void>;
}

export interface Request {
  waitMs?: number;
  ttlMs?: number;
  maxHoldMs?: number;
  settleMs?: number;
  /** How long the host agent keeps the lease after its release, for the next such request of any process of the machine. */
  keepMs?: number;
  /** Of a kept lease: how long these processes hand it on while another machine waits. */
  cohortMs?: number;
  /** A read-write lock, to read, or to write. */
  shared?: boolean;
  write?: boolean;
  /** A semaphore: so many of `capacity`. */
  permits?: number;
  capacity?: number;
  note?: string;
  details?: Record<string, string>;
  /** Aborting it ends the wait. */
  signal?: AbortSignal;
}

export interface JobOptions extends Omit<Request, 'waitMs' | 'signal'> {
  /** Hears of runs that were left out. Default: console.warn. */
  onMissed?: (runs: number, why: string) => void;
  /** Hears of a run that failed, or whose lease was lost. Default: console.error. */
  onError?: (error: unknown) => void;
}

/** Made by `every`. */
export class Job {
  private constructor();
  /** No run begins any more; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

export class Lease implements AsyncDisposable {
  private constructor();
  readonly name: string;
  /** The fencing token: greater than that of every earlier lease of the lock. */
  readonly token: number;
  /** Aborted when the lease is lost, with a LeaseLost as its reason. A hint: ask isHeld() before what matters. */
  readonly signal: AbortSignal;
  /** Milliseconds until it is lost unless it is renewed. */
  readonly remaining: number;
  /** Why it was lost; null while it is held and after its release. */
  readonly loss: string | null;
  /** Compares the clock each time. */
  isHeld(): boolean;
  /** Throws LeaseLost unless the lease is held. */
  check(): void;
  /** Whether it was held to its end, acknowledged; false also where that is not known. */
  release(): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
}

export class LockError extends Error { readonly code: string; }
export class NotAcquired extends LockError { readonly holder: Record<string, unknown> | null; }
export class LeaseLost extends LockError { readonly cause: string; }
