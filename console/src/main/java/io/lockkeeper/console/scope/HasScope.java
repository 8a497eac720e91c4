package io.lockkeeper.console.scope;

/** A logged-in user with a known scope. */
public interface HasScope {

    LockScope scope();
}
