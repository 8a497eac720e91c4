package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.IndexMode;
import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.spring.Finding;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of a service's agent.
 *
 * @param enabled whether the service has an agent
 * @param service the service's name, for operators; spring.application.name by default
 * @param instance this instance's name; the host's by default
 * @param database the database that services that share locks, and their console, use; the service's own by default
 * @param uri another MongoDB for the locks, with a client of its own
 * @param ownClient whether the agent has a client of its own for the service's MongoDB, with its own connections
 * @param ttl how long a lease lasts without a renewal
 * @param clockSkewAllowance bounds the difference between the clocks of any two members that can be primary, plus the drift over a ttl
 * @param answerTimeout how long a call that does not wait for its turn is retried while the server does not answer
 * @param longestWait how long a method with Locked waits for its lock that says no longestWait itself; without limit by default
 * @param indexes what to do about the indexes of the locks collection
 * @param slowHoldThreshold how long a lease is held before the agent attaches the stack of its thread, for operators; never by default
 * @param presence whether the agent maintains a document about itself, which the console lists
 * @param wakes how agents wake one another
 * @param hostAgent the socket of the machine's host agent, which frees the locks of a killed process at once; auto looks where it usually is,
 *     none uses none
 * @param keep leases that stay with the agent after their release
 * @param movingFrom another library whose locks each lease holds as well, while some instances still use it: shedlock,
 *     mongoose-article, spring-article or mongodblock-article, with or without :DATABASE.COLLECTION behind it
 * @param startup what to do while the server is unavailable at the start
 * @param shutdownGrace how long holders have to release when the service stops, before the agent releases their leases
 * @param locked the annotation Locked
 * @param health the health indicator
 * @param observations metrics and traces
 * @param web answers to requests whose lock was refused
 */
@ConfigurationProperties("lockkeeper")
public record LockkeeperProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String service,
        @Nullable String instance,
        @Nullable String database,
        @Nullable String uri,
        @DefaultValue("false") boolean ownClient,
        @DefaultValue("30s") Duration ttl,
        @DefaultValue("500ms") Duration clockSkewAllowance,
        @DefaultValue("15s") Duration answerTimeout,
        @Nullable Duration longestWait,
        @DefaultValue("create") IndexMode indexes,
        @Nullable Duration slowHoldThreshold,
        @DefaultValue("true") boolean presence,
        @DefaultValue("auto") WakeMode wakes,
        @DefaultValue("auto") String hostAgent,
        @DefaultValue Keep keep,
        @Nullable String movingFrom,
        @DefaultValue("go-on") StartupMode startup,
        @DefaultValue("20s") Duration shutdownGrace,
        @DefaultValue Locked locked,
        @DefaultValue Health health,
        @DefaultValue Observations observations,
        @DefaultValue Web web) {

    /**
     * Leases that stay with the agent after their release, for requests and methods that ask for it.
     *
     * @param most how many are kept at once; the one that was idle longest goes first, and zero keeps none
     * @param recallTime how long a request that does not wait for its turn waits for a lease that another agent keeps
     */
    public record Keep(
            @DefaultValue("1000") int most,
            @DefaultValue("200ms") Duration recallTime) {}

    /**
     * The annotation Locked.
     *
     * @param enabled whether methods with it are locked
     * @param selfInvocation what to do at the start about a class that calls its own locked methods, past the proxy
     * @param insideTransaction what to do about a call inside a transaction, which may have read before it had the lock
     */
    public record Locked(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("fail") Finding selfInvocation,
            @DefaultValue("warn") Finding insideTransaction) {}

    /**
     * The health indicator.
     *
     * @param timeout the longest wait for the server
     * @param downAfter how long the server must be out of reach to be down; until then the health is degraded
     */
    public record Health(
            @DefaultValue("2s") Duration timeout,
            @DefaultValue("30s") Duration downAfter) {}

    /**
     * Metrics and traces.
     *
     * @param enabled whether the agent is observed
     * @param groups regular expressions for whole lock names, by the group under which they are counted
     * @param maxGroups the greatest number of groups; further names are counted as "other"
     */
    public record Observations(
            @DefaultValue("true") boolean enabled,
            @DefaultValue Map<String, String> groups,
            @DefaultValue("100") int maxGroups) {}

    /**
     * Answers to requests whose lock was refused.
     *
     * @param problems whether a refusal that the application does not handle is answered with 423 (Locked) or 503, and not with 500
     */
    public record Web(@DefaultValue("true") boolean problems) {}

    /** Without the URI, which may carry a password. */
    @Override
    public String toString() {
        return "LockkeeperProperties[service=%s, database=%s, ttl=%s, startup=%s]"
                .formatted(service, database, ttl, startup);
    }
}
