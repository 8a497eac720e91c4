package io.lockkeeper.console.people.security;

import io.lockkeeper.console.people.security.Client.Entry;
import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import io.lockkeeper.console.people.security.PersonalTokens.Found;
import io.lockkeeper.console.people.security.PersonalTokens.Nobodys;
import io.lockkeeper.console.people.security.PersonalTokens.Unusable;
import io.lockkeeper.console.people.security.PersonalTokens.Usable;
import java.time.Duration;
import java.util.Optional;
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
}
