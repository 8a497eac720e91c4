package io.lockkeeper.console.people.security;

import java.util.Optional;

/** Finds out whose a personal token is. */
public interface PersonalTokens {

    /**
     * Looks a token up as a program presents it. Waits for MongoDB.
     *
     * @param address where it comes from, noted as the token's last use
     */
    Found find(String presented, String address);

    /**
     * The user for whom a program acts with the token of this id, as it is now and with no more than the token's role; empty if
     * it may not.
     */
    Optional<ConsoleUser> user(String tokenId);

    /**
     * Whether what was found may still be used as it is: the token is not revoked or expired, and its user has lost neither
     * role nor locks.
     */
    boolean isStill(TokenUser user);

    /** The result of a look-up. */
    sealed interface Found {}

    /** The token may be used. */
    record Usable(TokenUser user) implements Found {}

    /** The token was valid once, and may no longer be used. */
    record Unusable(String user, String token) implements Found {}

    /** No user has it: made up, mistyped, or revoked. */
    record Nobodys() implements Found {}
}
