package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One agent's document in the {@code agents} collection. The agent itself writes it, for people: no lock depends
 * on it.
 *
 * <pre>{@code
 * { _id: "1k2x…", service: "billing", instance: "bill-7f", host: "bill-7f.internal", pid: 2211, version: "0.1.0",
 *   started: .., lastSeen: .., held: 3, waiting: 1, slowHold: 300000?, outerLocks: ".."?, wakes: "local"?,
 *   watch: "9f86d0…"?, ended: { at: .., seenBy: "web-3" }? }
 * }</pre>
 *
 * A closed agent removes it. After an agent has died, the server purges it {@link PurgeIndex#RETENTION} after its last write.
 *
 * @param id the agent's id, with which its acquirers begin and which its owners name
 * @param version of the library
 * @param started when the agent was opened, by the server's clock
 * @param lastSeen when it wrote this, by the server's clock
 * @param held how many leases it held then
 * @param waiting how many of its requests waited then
 * @param slowHold how long a hold takes that its service calls slow, or null if it does not say
 * @param outerLocks which locks of another kind each of its leases holds as well, in words, or null if none
 * @param wakes where it writes and reads hints, or null if it follows a change stream
 * @param ended that its process has ended, if a host agent has seen that
 * @param serves which processes take locks through it, if it is that of a host agent
 */
public record AgentDocument(
        String id,
        String service,
        String instance,
        String host,
        long pid,
        String version,
        Instant started,
        Instant lastSeen,
        int held,
        int waiting,
        @Nullable Duration slowHold,
        @Nullable String outerLocks,
        @Nullable HintPlace wakes,
        @Nullable Ended ended,
        @Nullable ServedProcesses serves) {

    /**
     * The end of an agent's process, by the word of the host agent that saw it and ended its leases.
     *
     * @param seenBy the host agent's instance
     */
    public record Ended(Instant at, String seenBy) {}

    /**
     * What a service has chosen for its agent and people may want to know.
     *
     * @param slowHold how long a hold takes that it calls slow, or null if it does not say
     * @param outerLocks which locks of another kind each lease holds as well, in words, or null if none
     * @param wakes where it writes and reads hints, or null if it follows a change stream
     * @param watch the key with which a host agent may be asked to watch for the end of its process, or null if none may
     */
    public record Settings(
            @Nullable Duration slowHold,
            @Nullable String outerLocks,
            @Nullable HintPlace wakes,
            @Nullable WatchKey watch) {

        /** Of an agent whose process no host agent watches. */
        public Settings(@Nullable Duration slowHold, @Nullable String outerLocks, @Nullable HintPlace wakes) {
            this(slowHold, outerLocks, wakes, null);
        }

        /** Of an agent that follows a change stream. */
        public Settings(@Nullable Duration slowHold, @Nullable String outerLocks) {
            this(slowHold, outerLocks, null);
        }

        public static final Settings NONE = new Settings(null, null);
    }

    public static final String COLLECTION = "agents";
    /** How often an agent writes it. */
    public static final Duration BEAT = Duration.ofSeconds(10);
    /** An agent without a heartbeat for so long counts as dead, or cut off. */
    public static final Duration MISSED = BEAT.multipliedBy(3);

    private static final String SLOW_HOLD = "slowHold";
    private static final String OUTER_LOCKS = "outerLocks";
    private static final String WAKES = "wakes";
    private static final String ENDED = "ended";

    /**
     * The upsert by which an agent writes its document, under its id.
     *
     * @param uptime how long it has been open
     */
    public static List<BsonDocument> beat(
            Owner self, String version, Duration uptime, int held, int waiting, Settings settings) {
        BsonDocument set = new BsonDocument("service", literal(self.service()))
                .append("instance", literal(self.instance()))
                .append("host", literal(self.host()))
                .append("pid", new BsonInt64(self.pid()))
                .append("version", literal(version))
                .append(
                        "started",
                        BsonDocument.parse(String.format(
                                Locale.ROOT,
                                "{ $ifNull: ['$started', { $subtract: ['$$NOW', %d] }] }",
                                uptime.toMillis())))
                .append("lastSeen", new BsonString("$$NOW"))
                .append("held", new BsonInt32(held))
                .append("waiting", new BsonInt32(waiting));
        if (settings.slowHold() != null) {
            set.append(SLOW_HOLD, new BsonInt64(settings.slowHold().toMillis()));
        }
        if (settings.outerLocks() != null) {
            set.append(OUTER_LOCKS, literal(settings.outerLocks()));
        }
        HintPlace wakes = settings.wakes();
        set.append(WAKES, wakes == null ? new BsonString("$$REMOVE") : literal(wakes.text()));
        if (settings.watch() != null) {
            set.append(WatchKey.FIELD, literal(settings.watch().hash()));
        }
        return List.of(new BsonDocument("$set", set));
    }

    /**
     * The update by which a host agent says that it has seen the end of an agent's process, and ended its leases.
     *
     * @param seenBy the host agent's instance
     */
    public static List<BsonDocument> ended(String seenBy) {
        BsonDocument ended = new BsonDocument("at", new BsonString("$$NOW")).append("seenBy", literal(seenBy));
        return List.of(new BsonDocument("$set", new BsonDocument(ENDED, ended)));
    }

    /**
     * Reads a stored document.
     *
     * @throws IllegalArgumentException if it is not an agent's document
     */
    public static AgentDocument fromBson(BsonDocument bson) {
        try {
            return new AgentDocument(
                    text(bson, "_id"),
                    text(bson, "service"),
                    text(bson, "instance"),
                    text(bson, "host"),
                    bson.getNumber("pid").longValue(),
                    text(bson, "version"),
                    StoredTimes.instant(bson, "started"),
                    StoredTimes.instant(bson, "lastSeen"),
                    bson.getNumber("held").intValue(),
                    bson.getNumber("waiting").intValue(),
                    slowHold(bson),
                    bson.containsKey(OUTER_LOCKS) ? text(bson, OUTER_LOCKS) : null,
                    wakes(bson),
                    end(bson),
                    bson.containsKey(ServedProcesses.FIELD)
                            ? ServedProcesses.fromBson(bson.getDocument(ServedProcesses.FIELD))
                            : null);
        } catch (BsonInvalidOperationException e) {
            throw new IllegalArgumentException(
                    "Document %s of an agent: %s".formatted(bson.get("_id"), e.getMessage()), e);
        }
    }

    /** Whether it should have written again by now. */
    public boolean isMissed(Instant now) {
        return lastSeen.plus(MISSED).isBefore(now);
    }

    private static @Nullable Ended end(BsonDocument bson) {
        if (!bson.containsKey(ENDED)) {
            return null;
        }
        BsonDocument ended = bson.getDocument(ENDED);
        return new Ended(StoredTimes.instant(ended, "at"), text(ended, "seenBy"));
    }

    private static @Nullable Duration slowHold(BsonDocument bson) {
        return bson.containsKey(SLOW_HOLD) ? StoredTimes.duration(bson, SLOW_HOLD) : null;
    }

    /** Where the agent of that document writes and reads hints, or null. */
    public static @Nullable HintPlace wakes(BsonDocument bson) {
        return bson.isString(WAKES) ? HintPlace.of(text(bson, WAKES)).orElse(null) : null;
    }

    private static BsonValue literal(String text) {
        return new BsonDocument("$literal", new BsonString(text));
    }

    private static String text(BsonDocument bson, String field) {
        return bson.getString(field).getValue();
    }
}
