package io.lockkeeper.console.people.users;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.people.security.Role;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who tries a door.
 *
 * @param name as the console knows it
 * @param password for the form; empty for whoever has none
 * @param role null for nobody who has logged in
 * @param way how the login was made, in a word
 */
record Who(String name, String password, @Nullable Role role, String way) {

    static final String PASSWORD = "correct horse battery";
    static final Who ANONYMOUS = new Who("", "", null, "no");
    static final Who VIEWER = local(Console.VIEWER, Console.VIEWER, Role.VIEWER);
    static final Who OPERATOR = local(Console.OPERATOR, Console.OPERATOR, Role.OPERATOR);
    static final Who ADMIN = local("boss", PASSWORD, Role.ADMIN);

    /** In the order of the table's columns. */
    static final List<Who> ALL = List.of(ANONYMOUS, VIEWER, OPERATOR, ADMIN);

    private static Who local(String name, String password, Role role) {
        return new Who(name, password, role, "form");
    }

    /** One word, of which there is no second. */
    @Override
    public String toString() {
        return (way + "-" + (role == null ? "nobody" : role)).toLowerCase(Locale.ROOT);
    }
}
