package io.lockkeeper.console.people.security;

import io.lockkeeper.console.people.security.GroupRules.Grant;
import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import java.util.Collection;
import java.util.Optional;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Component;

/**
 * Logs in users whom a provider or proxy has authenticated. Their groups decide their role and scope, and each attempt is
 * recorded; a login that cannot be stored and recorded fails.
 */
@Component
final class ExternalLogin {

    private final GroupRules rules;
    private final ExternalUsers users;
    private final ApplicationEventPublisher events;

    ExternalLogin(GroupRules rules, ExternalUsers users, ApplicationEventPublisher events) {
        this.rules = rules;
        this.users = users;
        this.events = events;
    }

    /**
     * @throws NoGroupException if no rule names any of the groups
     * @throws DisabledException if an administrator has disabled the user here
     * @throws InternalAuthenticationServiceException if the login could not be stored
     */
    ConsoleUser enter(ExternalName who, Collection<String> groups, LoginDetails from) {
        try {
            Optional<Grant> grant = rules.of(groups);
            if (grant.isEmpty()) {
                users.left(who, from.address());
                report(who, from, Outcome.NO_GROUP);
                throw new NoGroupException(who);
            }
            return enter(who, grant.get(), from);
        } catch (AuthenticationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new InternalAuthenticationServiceException("The login could not be stored", e);
        }
    }

    private ConsoleUser enter(ExternalName who, Grant grant, LoginDetails from) {
        ConsoleUser user = users.entered(who, grant.role(), grant.scope(), from.address());
        if (!user.enabled()) {
            report(who, from, Outcome.DISABLED_HERE);
            throw new DisabledException("%s is disabled in this console".formatted(who.text()));
        }
        report(who, from, Outcome.SUCCEEDED);
        return user;
    }

    private void report(ExternalName who, LoginDetails from, Outcome outcome) {
        events.publishEvent(
                new LoginAttempted(who.text(), from.address(), from.entry().words(), outcome));
    }
}
