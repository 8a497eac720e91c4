package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.watch.dialect.Acquisition;

/** Knows which acquisitions an operator ended. Thread-safe. */
@FunctionalInterface
public interface KnownEvictions {

    /** Whether an eviction that this console knows of ended the acquisition. */
    boolean isEvicted(String source, Acquisition acquisition);
}
