package io.lockkeeper.console.people.security;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** The rights of a user. Each role includes those before it. */
public enum Role {
    VIEWER("sees locks, changes nothing"),
    OPERATOR("sees locks, may evict"),
    ADMIN("sees all locks, may evict, manages users, alerts and sources");

    private final String may;

    Role(String may) {
        this.may = may;
    }

    /** The title: Viewer, Operator, Admin. */
    public String title() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** The role's rights, in words. */
    public String may() {
        return may;
    }

    List<GrantedAuthority> authorities() {
        return Arrays.stream(values())
                .filter(role -> role.compareTo(this) <= 0)
                .<GrantedAuthority>map(role -> new SimpleGrantedAuthority("ROLE_" + role.name()))
                .toList();
    }
}
