package io.lockkeeper.console.people.security;

import java.time.Instant;

/**
 * A user for whom a program acts, with a personal token.
 *
 * @param tokenId the token's id, which is no secret
 * @param token the name that its user gave the token
 * @param user the user, with no more of a role than the token has
 * @param expiresAt when the token ends
 */
public record TokenUser(String tokenId, String token, ConsoleUser user, Instant expiresAt) {}
