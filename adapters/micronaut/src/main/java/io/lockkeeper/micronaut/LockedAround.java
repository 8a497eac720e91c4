package io.lockkeeper.micronaut;

import io.micronaut.aop.Around;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What {@link io.lockkeeper.agent.methods.Locked} means to Micronaut's compiler. Not for your code: write {@code @Locked}. */
@Around
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface LockedAround {}
