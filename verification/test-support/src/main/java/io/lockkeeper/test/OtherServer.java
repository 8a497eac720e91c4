package io.lockkeeper.test;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The servers on which locks work, each with what wakes waiters there: what every program is tried on. */
@SuppressWarnings("ImmutableEnumChecker") // a kind is of functions
public enum OtherServer {
    AS_IT_IS("replica set", ServerKind.PLAIN, Wakes.HINTS_IN_LOCAL),
    ATLAS_M0("M0", ServerKind.ATLAS_M0, Wakes.HINTS_BESIDE),
    ATLAS_FLEX("Flex", ServerKind.ATLAS_FLEX, Wakes.HINTS_BESIDE),
    ATLAS_M10("M10", ServerKind.ATLAS_M10, Wakes.HINTS_BESIDE),
    ONE_STREAM("one stream, no hints", ServerKind.NO_CAPPED, Wakes.STREAM_OR_LOOKS),
    DEAF("neither hints nor streams", ServerKind.DEAF, Wakes.STREAM_OR_LOOKS),
    MONGOS("mongos", ServerKind.MONGOS, Wakes.HINTS_BESIDE),
    AZURE_VCORE("vCore", ServerKind.AZURE_VCORE, Wakes.STREAM_OR_LOOKS),
    NINE("9.0", ServerKind.NINE, Wakes.HINTS_IN_LOCAL),
    FEW_CONNECTIONS("few connections at a time", ServerKind.FEW_CONNECTIONS, Wakes.HINTS_IN_LOCAL),
    ON_ONE_SHARD("two shards, locks on one", Wakes.HINTS_BESIDE, ""),
    ON_BOTH_SHARDS("two shards, locks on both", Wakes.HINTS_BESIDE, "locks");

    /** What wakes waiters. */
    public enum Wakes {
        HINTS_IN_LOCAL,
        HINTS_BESIDE,
        STREAM_OR_LOOKS
    }

    private final String words;
    private final ServerKind kind;
    private final Wakes wakes;
    private final @Nullable String sharded;

    OtherServer(String words, ServerKind kind, Wakes wakes) {
        this(words, kind, wakes, null);
    }

    OtherServer(String words, Wakes wakes, String sharded) {
        this(words, ServerKind.MONGOS, wakes, sharded);
    }

    OtherServer(String words, ServerKind kind, Wakes wakes, @Nullable String sharded) {
        this.words = words;
        this.kind = kind;
        this.wakes = wakes;
        this.sharded = sharded;
    }

    public Wakes wakes() {
        return wakes;
    }

    @Override
    public String toString() {
        return words;
    }

    /** One such server; those with shards are skipped where the tests were given a server. */
    public Site open() {
        if (sharded == null) {
            return new Site(kind, null);
        }
        Assumptions.assumeFalse(MongoServer.isGiven(), OwnServer.REASON);
        return new Site(kind, Router.start(sharded));
    }

    /** One server with several doors, each of which counts what comes through it. */
    public static final class Site implements AutoCloseable {

        private final ServerKind kind;
        private final @Nullable Router router;
        private final List<StandIn> doors = new ArrayList<>();

        private Site(ServerKind kind, @Nullable Router router) {
            this.kind = kind;
            this.router = router;
        }

        public StandIn door() {
            StandIn door = router == null ? StandIn.of(kind) : StandIn.of(router);
            doors.add(door);
            return door;
        }

        @Override
        public void close() {
            doors.forEach(StandIn::close);
            if (router != null) {
                router.close();
            }
        }
    }
}
