package io.lockkeeper.console.security;

/** The two roles: a viewer sees everything, an operator may also evict. */
public final class Roles {

    public static final String VIEWER = "VIEWER";
    public static final String OPERATOR = "OPERATOR";

    private Roles() {}
}
