package io.lockkeeper.console.people.tokens;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.people.logins.AccessLog;
import io.lockkeeper.console.people.security.ActingUser;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.LoginAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.TokenAuthentication;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Service;

/**
 * The administration of tokens: users their own, administrators all. The caller is checked here, for every page and the API; each change is
 * stored together with its record, or not at all.
 */
@Service
public class Tokens {

    static final int LONGEST_DAYS = 365;
    static final int MOST = 50;
    static final int MOST_LISTED = 1_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._@+-]{0,39}");

    private final AccessTokens tokens;
    private final UserDetailsService users;
    private final OwnTransactions transactions;
    private final AccessLog log;
    private final AdminCheck admins;
    private final ServerClock clock;

    Tokens(
            AccessTokens tokens,
            UserDetailsService users,
            OwnTransactions transactions,
            AccessLog log,
            AdminCheck admins,
            ServerClock clock) {
        this.tokens = tokens;
        this.users = users;
        this.transactions = transactions;
        this.log = log;
        this.admins = admins;
        this.clock = clock;
    }

    /** The present user's tokens, the latest first. */
    public List<AccessToken> own() {
        ConsoleUser user = present();
        return tokens.of(user.name()).stream().filter(token -> token.isOf(user)).toList();
    }

    /** Everybody's tokens, by user. */
    public List<AccessToken> all() {
        AdminCheck.present();
        return tokens.all(MOST_LISTED);
    }

    /** Makes a token for the present user and returns it, only this once. */
    String create(String typed, Role role, LockScope limit, int days) {
        String name = typed.strip();
        if (!NAME.matcher(name).matches()) {
            throw new RefusedException(
                    "A token's name has 1 to 40 letters, digits, spaces or . _ @ + -, and starts with a letter or"
                            + " digit.");
        }
        if (days < 1 || days > LONGEST_DAYS) {
            throw new RefusedException(
                    String.format(Locale.ROOT, "A token is valid for 1 to %d days; you gave %,d.", LONGEST_DAYS, days));
        }
        ConsoleUser user = current(inPerson());
        if (role.compareTo(user.role()) > 0) {
            throw new RefusedException(
                    "You are %s: your token cannot have the role %s.".formatted(article(user.role()), role.title()));
        }
        TokenSecret secret = TokenSecret.make();
        transactions.run(() -> keep(secret, user, name, role, limit, days));
        return secret.text();
    }

    private void keep(TokenSecret secret, ConsoleUser user, String name, Role role, LockScope limit, int days) {
        if (tokens.countOf(user.name()) >= MOST) {
            throw new RefusedException(String.format(
                    Locale.ROOT, "You have %d tokens, which is the most. Revoke one that you no longer use.", MOST));
        }
        AccessToken token = new AccessToken(
                secret.id(),
                secret.hash(),
                user.name(),
                user.isDemo(),
                name,
                role,
                limit.isLimited() ? limit : null,
                clock.now(),
                clock.now().plus(Duration.ofDays(days)),
                null,
                null);
        tokens.insert(token);
        String limited = limit.isLimited() ? ", limited to " + limit.words() : "";
        String what = "API token %s created as %s%s, for %s"
                .formatted(name, role.title(), limited, Formats.counted(days, "day"));
        log.changed(user.name(), user.name(), address(), what);
    }

    /** Revokes a token at once: the present user's own or, for an administrator, anybody's. */
    public String revoke(String id) {
        ConsoleUser user = present();
        transactions.run(() -> {
            AccessToken token = tokens.findById(id)
                    .orElseThrow(() -> new RefusedException("This token has ended already. Reload the page."));
            if (!token.isOf(user)) {
                Author author = AdminCheck.present();
                admins.still(author);
            }
            tokens.deleteById(id);
            log.changed(token.user(), acting(), address(), "API token %s revoked".formatted(token.name()));
        });
        return id;
    }

    /** The user as it is stored now: a session may be older. */
    private ConsoleUser current(ConsoleUser user) {
        try {
            if (users.loadUserByUsername(user.name()) instanceof ConsoleUser now
                    && now.isDemo() == user.isDemo()
                    && now.enabled()
                    && !now.mustChangePassword()) {
                return now;
            }
        } catch (UsernameNotFoundException e) {
            // said below
        }
        throw new RefusedException("Only users of this console have tokens, and you are not one any more.");
    }

    /** The user who logged in: a token makes no further tokens. */
    private static ConsoleUser inPerson() {
        if (SecurityContextHolder.getContext().getAuthentication() instanceof TokenAuthentication) {
            throw new AccessDeniedException("No user is logged in.");
        }
        return present();
    }

    private static ConsoleUser present() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        if (present != null && present.isAuthenticated() && present.getPrincipal() instanceof ConsoleUser user) {
            return user;
        }
        throw new AccessDeniedException("No user is logged in.");
    }

    /** The acting user, for the record. */
    private static String acting() {
        return ActingUser.words(SecurityContextHolder.getContext().getAuthentication());
    }

    private static String address() {
        return LoginAddress.of(SecurityContextHolder.getContext().getAuthentication());
    }

    private static String article(Role role) {
        return (role == Role.VIEWER ? "a " : "an ") + role.title().toLowerCase(Locale.ROOT);
    }
}
