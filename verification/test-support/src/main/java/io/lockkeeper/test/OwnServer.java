package io.lockkeeper.test;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledIf;

/**
 * Kills, pauses, secures or replaces the process of a server, and so starts its own: skipped, and counted by name, where the
 * tests were given a server ({@link MongoServer}).
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("own-server")
@DisabledIf(value = "io.lockkeeper.test.MongoServer#isGiven", disabledReason = OwnServer.REASON)
public @interface OwnServer {
    /** By this text the launcher counts them. */
    String REASON = "needs the process of a server";
}
