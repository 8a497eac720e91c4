package io.lockkeeper.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
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
 * public void report() { … }                                     // one instance runs it, the others leave it out
 * }</pre>
 *
 * <p>A parameter of type {@link io.lockkeeper.agent.Lease} receives the lease, whatever the caller passes; elsewhere
 * {@link CurrentLease} has it. A method whose result is a {@link java.util.concurrent.CompletionStage} holds the lock until that has completed; other
 * results whose work is done after the method has returned are refused. If the lease was lost meanwhile, a method that returned ends with a {@link io.lockkeeper.agent.LeaseLostException}, and one that threw has it
 * among its suppressed exceptions.
 *
 * <p>Texts may have {@code ${…}} for properties; name, note and {@link #otherwise} may use SpEL over the arguments ({@code #order}, or
 * {@code #a0} where names are not compiled in), the bean ({@code #root}) and other beans ({@code @orders}). Durations are written as {@code 30s}
 * or {@code PT30S}. What is wrong with a method is found when the service starts: a private, static or final one, a name that cannot be meant, a call
 * from within its own class, which no proxy sees.
 *
 * <p>Locks are not reentrant: a method that asks for a lock which a method around it holds is refused at once with an
 * {@link IllegalStateException}, because it would wait for itself.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Locked {

    /** The lock's name: text with SpEL between <code>#{</code> and <code>}</code>, none of which may be null or empty. */
    String value();

    /** What to take of which kind of lock. */
    LockKind kind() default LockKind.EXCLUSIVE;

    /** Of {@link LockKind#PERMITS}, how many to take. */
    int permits() default 1;

    /** Of {@link LockKind#PERMITS}, how many there are. */
    int capacity() default 1;

    /** How long the lease lasts without a renewal; that of the agent unless given. */
    String ttl() default "";

    /**
     * How long to wait for one's turn at most. Unless given, a method that throws when refused waits for as long as it takes, and one that
     * is skipped does not wait.
     */
    String longestWait() default "";

    /** What to do if the lock was not granted within the longest wait. A server that does not answer is an exception in any case. */
    WhenRefused whenRefused() default WhenRefused.THROW;

    /** Of {@link WhenRefused#SKIP}, a SpEL expression for what the caller gets; null, or an empty {@code Optional}, unless given. */
    String otherwise() default "";

    /** How long the lock is held at most: then the lease is lost, although the method may run on. */
    String longestHold() default "";

    /** How long the lock stays taken at least, although the method may return before. */
    String shortestHold() default "";

    /** What an operator should know; text with SpEL as in the name. */
    String note() default "";

    /**
     * Whether methods of the same class may call this one. Such a call passes by the proxy and takes no lock, so the service does not start with
     * one; allow it where the caller holds the lock already.
     */
    boolean allowSelfInvocation() default false;
}
