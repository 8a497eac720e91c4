package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.scope.HasScope;
import io.lockkeeper.console.ground.scope.LockScope;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;

/**
 * A user as the console knows them during a session. A user with a one-time password has no role until it is changed.
 *
 * @param name the name to log in with
 * @param hash the password's hash, with the name of its algorithm
 * @param role what the user may do
 * @param enabled whether the user may log in
 * @param mustChangePassword whether the password has to be changed first
 * @param stamp changes with password, role, state and scope: a session that has another one is over
 * @param scope which locks the user may see
 */
public record ConsoleUser(
        String name, String hash, Role role, boolean enabled, boolean mustChangePassword, String stamp, LockScope scope)
        implements UserDetails, HasScope, Serializable {

    /** The stamp of the demo's accounts, which exist in memory only. */
    public static final String DEMO = "demo";

    /** The stamp of the desktop application's user, who is known by the machine. */
    public static final String DESKTOP = "desktop";

    /** A user who may see every lock. */
    public ConsoleUser(String name, String hash, Role role, boolean enabled, boolean mustChangePassword, String stamp) {
        this(name, hash, role, enabled, mustChangePassword, stamp, LockScope.EVERYTHING);
    }

    /** Whether it is one of the demo's accounts: a stored user of the same name is somebody else. */
    public boolean isDemo() {
        return stamp.equals(DEMO);
    }

    /** Whether it is the desktop application's user: one who asks for consent is stored under that name, too. */
    public boolean isOfDesktop() {
        return stamp.equals(DESKTOP);
    }

    /** Whether the console has the password. The names of all others are made by {@link ExternalName}. */
    public boolean isLocal() {
        return UserName.isAllowed(name);
    }

    /** The same user, limited to at most this role and these locks. */
    public ConsoleUser atMost(Role most, LockScope locks) {
        Role least = role.compareTo(most) < 0 ? role : most;
        return new ConsoleUser(name, hash, least, enabled, mustChangePassword, stamp, scope.and(locks));
    }

    @Override
    public Collection<? extends GrantedAuthority> getAuthorities() {
        return mustChangePassword ? List.of() : role.authorities();
    }

    @Override
    public String getPassword() {
        return hash;
    }

    @Override
    public String getUsername() {
        return name;
    }

    @Override
    public boolean isEnabled() {
        return enabled;
    }

    /** Without the hash, which is not for logs. */
    @Override
    public String toString() {
        return "%s (%s)".formatted(name, role);
    }
}
