package io.lockkeeper.console.security;

import io.lockkeeper.console.scope.LockScope;

/** The users who log in elsewhere, as the console keeps them. Each method waits for MongoDB. */
public interface ExternalUsers {

    /** Stores what somebody may from now on who has just logged in; answers the user as it is then, which may be disabled. */
    ConsoleUser entered(ExternalName who, Role role, LockScope scope, String address);

    /** Takes from somebody, if known, whatever was given before: sessions and tokens end. */
    void left(ExternalName who, String address);
}
