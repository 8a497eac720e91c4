package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.PersonalTokens;
import io.lockkeeper.console.people.security.Role;
import java.util.Optional;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/** Checks who may evict, as stored at this moment: a session or a request may be older than the user's present role. */
@Component
final class Operators {

    static final String DESKTOP_ADVICE =
            "Ask in the console that your team logs in to, or have an administrator add an operator of that name there.";

    private final UserDetailsService users;
    private final PersonalTokens tokens;

    Operators(UserDetailsService users, PersonalTokens tokens) {
        this.users = users;
        this.tokens = tokens;
    }

    /**
     * The present user.
     *
     * @throws AccessDeniedException if that is not, or no longer, an operator
     */
    ConsoleUser present() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        if (present != null && present.getPrincipal() instanceof ConsoleUser user && isOperator(user)) {
            ConsoleUser now = find(user.name()).orElseThrow(() -> new AccessDeniedException(unstored(user)));
            if (now.isDemo() == user.isDemo()) {
                return user;
            }
        }
        throw new AccessDeniedException("Only an operator may do this.");
    }

    /** Whether the requester, and the token that was used, may still act as an operator on that lock. */
    boolean isStill(AuditEntry entry) {
        Consent asked = ConsentService.needed(entry);
        boolean byToken = asked.token() == null
                || tokens.user(asked.token())
                        .filter(user -> isOperator(user) && entry.isWithin(user.scope()))
                        .isPresent();
        return byToken
                && find(asked.user())
                        .filter(user -> entry.isWithin(user.scope()))
                        .isPresent();
    }

    private static String unstored(ConsoleUser user) {
        String what = "Names under four eyes take two operators who are stored in the console, and %s is none."
                .formatted(user.name());
        return user.isOfDesktop() ? what + " " + DESKTOP_ADVICE : what;
    }

    private Optional<ConsoleUser> find(String name) {
        try {
            return users.loadUserByUsername(name) instanceof ConsoleUser user && isOperator(user)
                    ? Optional.of(user)
                    : Optional.empty();
        } catch (UsernameNotFoundException e) {
            return Optional.empty();
        }
    }

    private static boolean isOperator(ConsoleUser user) {
        return user.enabled() && !user.mustChangePassword() && user.role().compareTo(Role.OPERATOR) >= 0;
    }
}
