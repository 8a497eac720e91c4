package io.lockkeeper.console.people.users;

import io.lockkeeper.console.people.security.ActingUser;
import io.lockkeeper.console.people.security.LoginAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.Roles;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** Checks that the user is an administrator: by the session, and by what is stored at the moment of a change. */
@Component
public class AdminCheck {

    private final UserAccounts accounts;

    AdminCheck(UserAccounts accounts) {
        this.accounts = accounts;
    }

    /**
     * The present user, with the address that the session was opened from: a page's work runs on threads without a request.
     *
     * @throws AccessDeniedException if the session is not an administrator's
     */
    public static Author present() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        if (present == null || !present.isAuthenticated() || !hasRole(present)) {
            throw denied();
        }
        return new Author(present.getName(), ActingUser.words(present), LoginAddress.of(present));
    }

    /**
     * Checks the stored role, since a session may be older. Called within the transaction of a change, so that only an administrator makes
     * it.
     *
     * @throws AccessDeniedException if the author is no longer an administrator
     */
    public void still(Author author) {
        boolean may = author.equals(Author.CONSOLE)
                || accounts.findById(author.name())
                        .filter(account -> account.role() == Role.ADMIN && !account.disabled())
                        .isPresent();
        if (!may) {
            throw denied();
        }
    }

    private static boolean hasRole(Authentication present) {
        return present.getAuthorities().stream()
                .anyMatch(granted -> ("ROLE_" + Roles.ADMIN).equals(granted.getAuthority()));
    }

    private static AccessDeniedException denied() {
        return new AccessDeniedException("Only an administrator may do this.");
    }
}
