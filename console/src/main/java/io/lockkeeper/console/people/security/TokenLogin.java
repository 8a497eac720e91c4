package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.loops.LastUsed;
import io.lockkeeper.console.people.security.Client.Entry;
import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import io.lockkeeper.console.people.security.PersonalTokens.Found;
import io.lockkeeper.console.people.security.PersonalTokens.Nobodys;
import io.lockkeeper.console.people.security.PersonalTokens.Unusable;
import io.lockkeeper.console.people.security.PersonalTokens.Usable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.stereotype.Component;

/**
 * The one way in with a personal token: throttled by address, and reported, as logins are. A user whose token was accepted is not slowed
 * down by others' failures. Thread-safe.
 */
@Component
final class TokenLogin {

    private final PersonalTokens tokens;
    private final LoginThrottle throttle;
    private final KnownTokens known;
    private final ApplicationEventPublisher events;

    TokenLogin(PersonalTokens tokens, LoginThrottle throttle, KnownTokens known, ApplicationEventPublisher events) {
        this.tokens = tokens;
        this.throttle = throttle;
        this.known = known;
        this.events = events;
    }

    /**
     * @throws TooManyAttemptsException if too many tokens were wrong
     * @throws BadCredentialsException if this one is, or may not be used any more
     * @throws InternalAuthenticationServiceException if it could not be looked up, or not be put on record
     */
    TokenAuthentication logIn(String presented, String address) {
        Client client = new Client(address, Entry.TOKEN, Optional.empty());
        Duration pause = known.contains(presented) ? Duration.ZERO : throttle.tokenPause(client);
        if (pause.isPositive()) {
            report("unknown", address, "", Outcome.PAUSED);
            throw new TooManyAttemptsException(pause);
        }
        return switch (find(presented, address)) {
            case Usable usable -> accept(usable.user(), presented, address);
            case Unusable unusable -> {
                known.forget(presented);
                report(unusable.user(), address, " " + unusable.token(), Outcome.VOID);
                throw new BadCredentialsException("unusable");
            }
            case Nobodys nobodys -> {
                known.forget(presented);
                throttle.wrongToken(client);
                report("unknown", address, "", Outcome.UNKNOWN);
                throw new BadCredentialsException("unknown");
            }
        };
    }

    private Found find(String presented, String address) {
        try {
            return tokens.find(presented, address);
        } catch (RuntimeException e) {
            throw new InternalAuthenticationServiceException("The token could not be looked up", e);
        }
    }

    /** Accepts the token only if that can be recorded. */
    private TokenAuthentication accept(TokenUser user, String presented, String address) {
        try {
            report(user.user().name(), address, " " + user.token(), Outcome.SUCCEEDED);
        } catch (RuntimeException e) {
            throw new InternalAuthenticationServiceException("The use of a token could not be put on record", e);
        }
        known.note(presented);
        return new TokenAuthentication(user, address);
    }

    private void report(String user, String address, String token, Outcome outcome) {
        events.publishEvent(new LoginAttempted(user, address, Entry.TOKEN.words() + token, outcome));
    }

    /** Digests of the tokens that were valid when they were last used; the least recently used are forgotten first. Thread-safe. */
    @Component
    static final class KnownTokens {

        private static final int MOST = 10_000;

        private final Set<Digest> known =
                Collections.synchronizedSet(Collections.newSetFromMap(LastUsed.<Digest, Boolean>atMost(MOST)));

        /** The digest is looked up, never the token itself, so that the time it takes reveals nothing about the token. */
        record Digest(String hex) {

            static Digest of(String token) {
                try {
                    byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
                    return new Digest(HexFormat.of().formatHex(digest));
                } catch (NoSuchAlgorithmException e) {
                    throw new IllegalStateException("Every JVM has SHA-256", e);
                }
            }
        }

        boolean contains(String token) {
            return known.contains(Digest.of(token));
        }

        void note(String token) {
            known.add(Digest.of(token));
        }

        void forget(String token) {
            known.remove(Digest.of(token));
        }
    }
}
