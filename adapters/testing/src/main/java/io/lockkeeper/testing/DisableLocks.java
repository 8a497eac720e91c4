package io.lockkeeper.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.test.context.bean.override.BeanOverride;

/**
 * Grants every request at once, as if there were no others, without MongoDB. Held locks are forgotten after each test.
 *
 * <p>With Spring, the application context's {@link io.lockkeeper.agent.LockAgent} is replaced, or added where there is none. Without, a test method or
 * constructor may have a parameter of that type.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(DisabledLocks.class)
@BeanOverride(DisabledLocksOverride.class)
public @interface DisableLocks {}
