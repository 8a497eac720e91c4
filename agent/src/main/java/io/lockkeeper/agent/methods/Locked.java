package io.lockkeeper.agent.methods;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a bean's method under a lock.
 *
 * <pre>{@code
 * @Locked("order-#{#order.id}")
 * @Transactional
 * public void book(Order order, @Nullable Lease lease) { … }        // the lock is taken before the transaction begins, and released after it ended
 *
 * @Scheduled(cron = "0 0 3 * * *")
 * @Locked(value = "nightly-report", whenRefused = WhenRefused.SKIP, shortestHold = "10m")
 * public void report() { … }                                     // one instance runs it, the others skip it
 * }</pre>
 *
 * <p>A parameter of type {@link io.lockkeeper.agent.Lease} receives the lease, in place of what the caller passes; elsewhere
 * {@link CurrentLease} has it. A method whose result is a {@link java.util.concurrent.CompletionStage} holds the lock until that has completed; other
 * results whose work is done after the method has returned are refused. If the lease was lost meanwhile, a method that returned ends with a {@link io.lockkeeper.agent.LeaseLostException}, and one that threw has it
 * among its suppressed exceptions.
 *
 * <p>On a class, it is as if each of its public methods had it, those that it inherits too; the annotation of a method goes before that of its
 * class, and methods that are neither public nor private are refused. Durations are written as {@code 30s} or {@code PT30S}. The service does not
 * start with a method that no lock would protect: a private, static or final one, one with an invalid name, or one that the container calls on the
 * bean itself, as with {@code @PostConstruct}.
 *
 * <p><b>In Spring</b> (the starter), texts may have {@code ${…}} for properties; name, note and {@link #otherwise} may use SpEL over the
 * arguments ({@code #order}, or {@code #a0} where names are not compiled in), the bean ({@code #root}) and other beans ({@code @orders}). A method
 * that its own class calls past the proxy refuses the start.
 *
 * <p><b>In CDI</b> ({@code lockkeeper-cdi}, as in Quarkus) <b>and Micronaut</b> ({@code lockkeeper-micronaut}), name and note may use arguments and their properties, as in {@code #{#order.id}};
 * {@link #otherwise} is refused.
 *
 * <p>Locks are not reentrant: a method that asks for a lock which a method around it holds is refused at once with an
 * {@link IllegalStateException}, because it would wait for itself.
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Locked {

    /** The lock's name: text with SpEL between <code>#{</code> and <code>}</code>, none of which may be null or empty. */
    String value();

    /** The name of the agent's bean, where a service has several, as for two clusters; the only or primary one by default. */
    String agent() default "";

    /** The kind of the lock. */
    LockKind kind() default LockKind.EXCLUSIVE;

    /** How many of {@link LockKind#PERMITS} to acquire. */
    int permits() default 1;

    /** How many of {@link LockKind#PERMITS} there are. */
    int capacity() default 1;

    /** How long the lease lasts without a renewal; the agent's ttl by default. */
    String ttl() default "";

    /**
     * The longest wait for the lock. By default a method that throws when refused waits without limit, or in Spring as long as
     * {@code lockkeeper.longest-wait} says, and one that is skipped does not wait.
     */
    String longestWait() default "";

    /** What to do if the lock was not granted within the longest wait. A server that does not answer causes an exception in any case. */
    WhenRefused whenRefused() default WhenRefused.THROW;

    /** With {@link WhenRefused#SKIP}, a SpEL expression for the caller's result; null or an empty {@code Optional} by default. */
    String otherwise() default "";

    /** The longest hold: then the lease is lost, although the method may continue. */
    String longestHold() default "";

    /** The shortest hold: the lock stays held so long, although the method may return before. */
    String shortestHold() default "";

    /**
     * Whether the method returns without waiting until the lock is released: the agent releases it, and
     * {@link io.lockkeeper.agent.LeaseLostException} reports a loss until then, not one that the release would have found.
     */
    boolean backgroundRelease() default false;

    /**
     * How long the agent keeps the lease after the method has returned, to grant it to the next call without asking the server; not at all by
     * default. Only for exclusive locks without a shortest hold; see {@link io.lockkeeper.agent.LockRequest#withKeep}.
     */
    String keep() default "";

    /**
     * With {@link #keep}, how long calls of this service hand the lease on to one another while others wait; not at all by default. See
     * {@link io.lockkeeper.agent.LockRequest#withCohort}.
     */
    String cohort() default "";

    /** A note for operators; text with SpEL as in the name. */
    String note() default "";

    /**
     * Whether methods of the same class may call this one. Such a call bypasses the proxy and takes no lock, so the service does not start with
     * one; allow it if the caller already holds the lock.
     */
    boolean allowSelfInvocation() default false;
}
