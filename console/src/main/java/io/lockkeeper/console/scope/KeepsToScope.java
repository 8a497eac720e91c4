package io.lockkeeper.console.scope;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * That a page, or what answers a request, names and changes no lock outside the present user's {@link LockScope}. A page without it
 * is closed to limited users by {@link ScopeGate}, so that a new page is safe by default.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface KeepsToScope {}
