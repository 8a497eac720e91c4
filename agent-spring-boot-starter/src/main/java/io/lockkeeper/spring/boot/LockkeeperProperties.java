package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.IndexMode;
import io.lockkeeper.spring.Finding;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a service may say of its agent. What it leaves out is as the agent itself has it.
 *
 * @param enabled whether there is an agent at all
 * @param service the service's name, as operators know it; spring.application.name unless given
 * @param instance this instance's name; the host's unless given
 * @param database the database in which all services that share locks, and their console, find them; the service's own unless given
 * @param uri a MongoDB of its own for the locks; the agent then has a client of its own
 * @param ownClient whether the agent has a client of its own for the service's MongoDB, with connections that nobody else uses up
 * @param ttl how long a lease lasts without a renewal
 * @param clockSkewAllowance bounds the difference of the clocks of any two members that can be primary, and the drift over a ttl
 * @param answerTimeout how long a call that does not wait for its turn keeps asking while the server does not answer
 * @param indexes what to do about the indexes of the locks collection
 * @param slowHoldThreshold how long a lease is held before the agent attaches to it the stack of its thread, for operators; never unless given
 * @param presence whether the agent keeps a document of itself, by which the console lists it
 * @param startup what to do while the server is not there
 * @param shutdownGrace how long holders have to release when the service stops, before their leases are taken from them
 * @param locked what the annotation Locked does beside locking
 * @param health when the health is what
 * @param observations how locks appear in metrics and traces
 * @param web how a web application answers a request that was refused its lock
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
        @DefaultValue("create") IndexMode indexes,
        @Nullable Duration slowHoldThreshold,
        @DefaultValue("true") boolean presence,
        @DefaultValue("go-on") StartupMode startup,
        @DefaultValue("20s") Duration shutdownGrace,
        @DefaultValue Locked locked,
        @DefaultValue Health health,
        @DefaultValue Observations observations,
        @DefaultValue Web web) {

    /**
     * What the annotation Locked does beside locking.
     *
     * @param enabled whether methods with it are locked
     * @param selfInvocation what to do when the service starts about a class that calls its own locked methods, past the proxy
     * @param insideTransaction what to do about a call inside a transaction, which may have read before it had the lock
     */
    public record Locked(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("fail") Finding selfInvocation,
            @DefaultValue("warn") Finding insideTransaction) {}

    /**
     * When the health is what.
     *
     * @param timeout how long to wait for the server at most
     * @param downAfter for how long the server must have been out of reach to be down; until then the health is degraded
     */
    public record Health(
            @DefaultValue("2s") Duration timeout,
            @DefaultValue("30s") Duration downAfter) {}

    /**
     * How locks appear in metrics and traces.
     *
     * @param enabled whether the agent is observed
     * @param groups regular expressions for whole lock names, by the group under which they are counted
     * @param maxGroups how many groups there are at most; further names are counted as "other"
     */
    public record Observations(
            @DefaultValue("true") boolean enabled,
            @DefaultValue Map<String, String> groups,
            @DefaultValue("100") int maxGroups) {}

    /**
     * How a web application answers a request that was refused its lock.
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
