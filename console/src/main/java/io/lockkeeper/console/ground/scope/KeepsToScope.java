package io.lockkeeper.console.ground.scope;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a page, or a controller, that neither names nor changes any lock outside the present user's {@link LockScope}. A page
 * without it is closed to limited users by {@link ScopeGate}, so that a new page is safe by default.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface KeepsToScope {}
