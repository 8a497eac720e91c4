package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.scope.LockScope;

/** Stores the users who log in by a provider or proxy. Each method waits for MongoDB. */
public interface ExternalUsers {

    /** Stores role and scope of a user who has just logged in; returns the stored user, which may be disabled. */
    ConsoleUser entered(ExternalName who, Role role, LockScope scope, String address);

    /** Revokes the role and scope of the user, if known; sessions and tokens end. */
    void left(ExternalName who, String address);
}
