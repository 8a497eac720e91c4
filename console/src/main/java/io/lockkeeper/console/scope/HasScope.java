package io.lockkeeper.console.scope;

/** A user who is logged in, as far as it is known which locks are in reach. */
public interface HasScope {

    LockScope scope();
}
