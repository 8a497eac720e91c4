package io.lockkeeper.examples.micronaut;

import io.micronaut.aop.Around;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method that runs while it holds the lock of that name; none that returns a reactive type. Micronaut weaves it in as it compiles the bean. */
@Around
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface UnderLock {

    String value();
}
