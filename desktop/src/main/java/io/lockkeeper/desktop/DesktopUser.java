package io.lockkeeper.desktop;

import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.UserName;
import io.lockkeeper.model.ThisHost;

/**
 * The person at the desktop: the system's user on this machine. It is not one of the console's stored users, unless an
 * administrator has added an operator of that name, who may then ask for a second person's consent.
 *
 * @param name as audit records show it
 */
record DesktopUser(String name) {

    static DesktopUser here() {
        return of(System.getProperty("user.name", ""), ThisHost.name());
    }

    /** Characters that a user's name cannot have become dashes. */
    static DesktopUser of(String user, String host) {
        String name = UserName.of(user.replaceAll("[^A-Za-z0-9._+-]", "-").replaceAll("^[^A-Za-z0-9]+", ""));
        String machine = host.replaceAll("[^A-Za-z0-9.-]", "-");
        String full = UserName.of((name.isEmpty() ? "desktop" : name) + "@" + machine);
        return new DesktopUser(full.substring(0, Math.min(full.length(), 64)));
    }

    ConsoleUser as(Role role) {
        return new ConsoleUser(name, "", role, true, false, ConsoleUser.DESKTOP);
    }
}
