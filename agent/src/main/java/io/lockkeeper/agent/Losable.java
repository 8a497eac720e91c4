package io.lockkeeper.agent;

/** A lease that can be lost to something that its own document does not show. */
interface Losable {

    /** Whether this call lost the lease: not if it had ended before. */
    boolean lose(LeaseLoss loss);
}
