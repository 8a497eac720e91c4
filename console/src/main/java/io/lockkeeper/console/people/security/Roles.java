package io.lockkeeper.console.people.security;

/** The names of the roles, for annotations; {@link Role} says what each may do. */
public final class Roles {

    public static final String VIEWER = "VIEWER";
    public static final String OPERATOR = "OPERATOR";
    public static final String ADMIN = "ADMIN";

    private Roles() {}
}
