package io.lockkeeper.console.people.security;

import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Component;

/** Asks a user who is logged in for the password once more: throttled and on record as any login. */
@Component
public class PasswordConfirmation {

    private final AuthenticationManager logins;

    PasswordConfirmation(AuthenticationManager logins) {
        this.logins = logins;
    }

    /** Why the password is not confirmed, if it is not. */
    public Optional<String> fault(String user, String password, String address) {
        UsernamePasswordAuthenticationToken typed = UsernamePasswordAuthenticationToken.unauthenticated(user, password);
        typed.setDetails(new LoginDetails(address, Client.Entry.CONFIRMATION, List.of()));
        try {
            logins.authenticate(typed);
            return Optional.empty();
        } catch (TooManyAttemptsException e) {
            return Optional.of(LoginView.tooMany(e.seconds()));
        } catch (InternalAuthenticationServiceException e) {
            return Optional.of("MongoDB does not answer. The password was not compared; try again in a moment.");
        } catch (AuthenticationException e) {
            return Optional.of("The current password is wrong.");
        }
    }
}
