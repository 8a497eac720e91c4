package io.lockkeeper.console.people.security;

import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import io.lockkeeper.console.people.security.LoginThrottle.Admitted;
import io.lockkeeper.console.people.security.LoginThrottle.Paused;
import java.util.Objects;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/**
 * The one way to log in, for pages and HTTP Basic alike: throttled, and every attempt reported. A login that succeeds but
 * cannot be put on record does not succeed.
 */
final class ThrottledLogin implements AuthenticationProvider {

    private final AuthenticationProvider passwords;
    private final LoginThrottle throttle;
    private final KnownDevices devices;
    private final ApplicationEventPublisher events;

    ThrottledLogin(
            AuthenticationProvider passwords,
            LoginThrottle throttle,
            KnownDevices devices,
            ApplicationEventPublisher events) {
        this.passwords = passwords;
        this.throttle = throttle;
        this.devices = devices;
        this.events = events;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    @Override
    public Authentication authenticate(Authentication typed) {
        String name = UserName.of(typed.getName());
        LoginDetails details = (LoginDetails) Objects.requireNonNull(typed.getDetails(), "set by both doors");
        Client client = new Client(details.address(), details.entry(), devices.verified(name, details.deviceTokens()));
        return switch (throttle.admit(name, client)) {
            case Paused paused -> {
                report(name, client, Outcome.PAUSED);
                throw new TooManyAttemptsException(paused.left());
            }
            case Admitted admitted -> compare(typed, name, client, admitted);
        };
    }

    private Authentication compare(Authentication typed, String name, Client client, Admitted admitted) {
        try {
            Authentication user =
                    Objects.requireNonNull(passwords.authenticate(possible(typed, name)), "it supports the token");
            if (client.entry() != Client.Entry.CONFIRMATION) {
                report(name, client, Outcome.SUCCEEDED);
            }
            throttle.succeeded(admitted);
            return user;
        } catch (DisabledException e) {
            report(name, client, Outcome.DISABLED);
            throw new BadCredentialsException("disabled", e);
        } catch (BadCredentialsException | UsernameNotFoundException e) {
            report(name, client, Outcome.WRONG);
            throw e;
        } catch (AuthenticationException e) {
            throttle.abandoned(admitted);
            throw e;
        } catch (RuntimeException e) {
            throttle.abandoned(admitted);
            throw new InternalAuthenticationServiceException("The login could not be put on record", e);
        }
    }

    /** The login with the name as it is stored; an impossible password is compared as an empty one, which is never valid. */
    private static Authentication possible(Authentication typed, String name) {
        String password = String.valueOf(typed.getCredentials());
        UsernamePasswordAuthenticationToken possible = UsernamePasswordAuthenticationToken.unauthenticated(
                name, PasswordRule.isPossible(password) ? password : "");
        possible.setDetails(typed.getDetails());
        return possible;
    }

    private void report(String name, Client client, Outcome outcome) {
        events.publishEvent(
                new LoginAttempted(name, client.address(), client.entry().words(), outcome));
    }
}
