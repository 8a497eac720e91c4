package io.lockkeeper.console.ground.scope;

/** A logged-in user with a known scope. */
public interface HasScope {

    LockScope scope();
}
