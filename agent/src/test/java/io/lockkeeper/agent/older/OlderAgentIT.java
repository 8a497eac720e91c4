package io.lockkeeper.agent.older;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.older.Peer.Held;
import io.lockkeeper.agent.older.Peer.Kind;
import io.lockkeeper.agent.older.Peer.Request;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.MongoLockStore;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.LockkeeperCollection;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An agent of this build and one of an earlier version on one database: each test in both directions. */
@Timeout(60)
class OlderAgentIT {

    /** Well before the next heartbeat, by which a waiter would notice without a notification. */
    private static final int AT_ONCE = 8;

    /** A second, after which an agent looks for itself whatever wakes it, and one for a busy machine. */
    private static final int AFTER_A_LOOK = 2;

    private final MongoClient client = MongoServer.shared().client();
    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    /** The newer first: the older starts beside what that one has made. */
    private final Map<Version, Peer> peers = new EnumMap<>(Version.class);

    OlderAgentIT() {
        peers.put(Version.NEWER, Version.NEWER.connect(client, database.getName()));
        peers.put(Version.OLDER, Version.OLDER.connect(client, database.getName()));
    }

    @AfterEach
    void close() {
        peers.values().forEach(Peer::close);
        database.drop();
    }

    @Test
    void theOtherAgentIsOfTheEarlierVersion() {
        await().untilAsserted(() -> assertThat(
                        database.getCollection(AgentDocument.COLLECTION).distinct("version", String.class))
                .hasSize(2)
                .contains(Version.OF_THE_JARS));
    }

    @ParameterizedTest
    @CsvSource({
        "NEWER, EXCLUSIVE, EXCLUSIVE",
        "OLDER, EXCLUSIVE, EXCLUSIVE",
        "NEWER, READING, WRITING",
        "OLDER, READING, WRITING",
        "NEWER, WRITING, READING",
        "OLDER, WRITING, READING",
        "NEWER, TWO_OF_THREE_PERMITS, TWO_OF_THREE_PERMITS",
        "OLDER, TWO_OF_THREE_PERMITS, TWO_OF_THREE_PERMITS"
    })
    void eachIsRefusedWhatTheOtherHoldsAndTokensGrow(Version version, Kind kind, Kind rival) {
        Peer holder = peer(version);
        Peer refused = peer(version.other());

        Held first = holder.tryAcquire(Request.of("report", kind)).orElseThrow();
        assertThat(refused.tryAcquire(Request.of("report", rival))).isEmpty();
        assertThat(refused.holders("report")).containsExactly(version.name());
        assertThat(first.release()).isTrue();

        Held second = refused.tryAcquire(Request.of("report", rival)).orElseThrow();
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(holder.tryAcquire(Request.of("report", kind))).isEmpty();
        assertThat(second.release()).isTrue();
    }

    @Test
    void theyReadTogether() {
        Held first = peer(Version.OLDER)
                .tryAcquire(Request.of("report", Kind.READING))
                .orElseThrow();
        Held second = peer(Version.NEWER)
                .tryAcquire(Request.of("report", Kind.READING))
                .orElseThrow();

        assertThat(first.release()).isTrue();
        assertThat(second.release()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void theLockIsHandedThroughTheQueueInItsOrder(Version version) throws Exception {
        Held first = peer(version).acquire(Request.of("report"));
        CompletableFuture<Held> second = waits(version.other(), 1);
        CompletableFuture<Held> third = waits(version, 2);
        assertThat(stored("report").queue())
                .extracting(waiter -> waiter.owner().service())
                .containsExactly(version.other().name(), version.name());

        assertThat(first.release()).isTrue();
        Held ofOther = second.get(AT_ONCE, TimeUnit.SECONDS);
        assertThat(third).isNotDone();
        assertThat(ofOther.release()).isTrue();
        Held last = third.get(AT_ONCE, TimeUnit.SECONDS);
        assertThat(last.token()).isGreaterThan(ofOther.token());
        assertThat(last.release()).isTrue();
    }

    /** The earlier version writes and reads no hints, and tells and hears of changes by the change stream. */
    @ParameterizedTest
    @EnumSource
    void aReleaseWakesTheOtherVersionNoLaterThanALostHintWould(Version version) throws Exception {
        for (int i = 0; i < 3; i++) {
            Held held = peer(version).acquire(Request.of("report"));
            CompletableFuture<Held> waiting = waits(version.other(), 1);
            assertThat(held.release()).isTrue();
            assertThat(waiting.get(AFTER_A_LOOK, TimeUnit.SECONDS).release()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothObeyAPauseAndAreNextInTheirPlaceWhenItEnds(Version version) throws Exception {
        Held first = peer(version).acquire(Request.of("report"));
        apply(Settle.pause("report", "ann", "", Instant.now().plusSeconds(600), "p1"));
        CompletableFuture<Held> second = waits(version, 1);
        CompletableFuture<Held> third = waits(version.other(), 2);
        assertThat(first.release()).isTrue();
        assertThat(peer(version.other()).tryAcquire(Request.of("report"))).isEmpty();
        assertThat(stored("report").holders()).isEmpty();

        apply(Settle.resume("report", Objects.requireNonNull(stored("report").paused()), "r1"));
        Held next = second.get(AT_ONCE, TimeUnit.SECONDS);
        assertThat(third).isNotDone();
        assertThat(next.release()).isTrue();
        assertThat(third.get(AT_ONCE, TimeUnit.SECONDS).release()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void renewalsAndHeartbeatsOfBothKeepTheirEntries(Version version) throws Exception {
        Request shortLived = new Request("report", Kind.EXCLUSIVE, Duration.ofSeconds(3), Duration.ZERO);
        Held holder = peer(version).acquire(shortLived);
        CompletableFuture<Held> waiting = peer(version.other()).acquireAsync(shortLived);
        awaitWaiters(1);
        Instant granted = stored("report").holders().getFirst().acquiredAt();
        Instant queued = stored("report").queue().getFirst().since();

        await().untilAsserted(() -> {
            LockDocument lock = stored("report");
            assertThat(lock.holders().getFirst().updatedAt()).isAfter(granted.plusSeconds(1));
            assertThat(lock.queue().getFirst().updatedAt()).isAfter(queued);
        });
        assertThat(holder.isHeld()).isTrue();
        assertThat(holder.release()).isTrue();
        assertThat(waiting.get(AT_ONCE, TimeUnit.SECONDS).release()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aHolderThatTheOtherVersionEvictsStopsAndTheNextWaiterIsGranted(Version version) throws Exception {
        Held evicted = peer(version).acquire(Request.of("report"));
        CompletableFuture<Held> next = waits(version.other(), 1);

        peer(version.other()).evict("report", Duration.ofMinutes(5));

        await().atMost(Duration.ofSeconds(AT_ONCE)).until(() -> !evicted.isHeld());
        assertThat(evicted.loss()).contains("Evicted");
        assertThat(next).isNotDone();
        assertThat(evicted.release()).isFalse();
        Held granted = next.get(AT_ONCE, TimeUnit.SECONDS);
        assertThat(granted.token()).isGreaterThan(evicted.token());
        assertThat(granted.release()).isTrue();
    }

    @Test
    void theOlderStartsBesideTheNewersIndexAndTheNewerReplacesTheOldersAgain() {
        assertThat(indexes()).contains(LockkeeperCollection.PURGE.name(), LockkeeperCollection.PURGE.earlier());

        Version.NEWER.connect(client, database.getName()).close();
        assertThat(indexes()).containsExactly("_id_", LockkeeperCollection.PURGE.name());
        Version.OLDER.connect(client, database.getName()).close();
        assertThat(indexes()).contains(LockkeeperCollection.PURGE.name(), LockkeeperCollection.PURGE.earlier());
    }

    private List<String> indexes() {
        return database.getCollection(LockDocument.COLLECTION)
                .listIndexes()
                .map(index -> index.getString("name"))
                .into(new ArrayList<>());
    }

    /** On a roster that does not show the earlier version, which its agents may keep themselves out of. */
    @Test
    void aLeaseThatTheNewerKeepsExcludesTheOlderUntilItIsRenewed() throws Exception {
        LockStore store = new MongoLockStore(client, client.getDatabase(database.getName()), System::nanoTime);
        LockRequest kept =
                LockRequest.of("report").withTtl(Duration.ofSeconds(3)).withKeep(Duration.ofMinutes(5));
        AgentOptions options = AgentOptions.forService("keeper").withClockSkewAllowance(Duration.ofMillis(50));
        try (LockAgent keeper = LockAgent.on(store, options, Machine.JVM)) {
            AtomicLong last = new AtomicLong();
            await().untilAsserted(() -> {
                Lease lease = keeper.acquire(kept);
                last.set(lease.token());
                assertThat(lease.release()).isTrue();
                assertThat(stored("report").holders()).isNotEmpty();
            });
            await().until(() -> stored("report").holders().getFirst().use() != null);
            assertThat(peer(Version.OLDER).tryAcquire(Request.of("report"))).isEmpty();

            Held next = peer(Version.OLDER).acquire(Request.of("report"));
            assertThat(next.token()).isGreaterThan(last.get());
            CompletableFuture<Lease> waiting = keeper.acquireAsync(kept);
            awaitWaiters(1);
            assertThat(next.release()).isTrue();
            assertThat(waiting.get(AT_ONCE, TimeUnit.SECONDS).token()).isGreaterThan(next.token());
        }
    }

    private Peer peer(Version version) {
        return Objects.requireNonNull(peers.get(version));
    }

    private CompletableFuture<Held> waits(Version version, int place) {
        CompletableFuture<Held> waiting = peer(version).acquireAsync(Request.of("report"));
        awaitWaiters(place);
        return waiting;
    }

    private void awaitWaiters(int count) {
        await().untilAsserted(() -> assertThat(stored("report").queue()).hasSize(count));
    }

    private void apply(Change change) {
        assertThat(database.getCollection(LockDocument.COLLECTION)
                        .findOneAndUpdate(change.filter(), change.pipeline(), change.options()))
                .isNotNull();
    }

    private LockDocument stored(String lock) {
        BsonDocument found = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .find(new BsonDocument("_id", new BsonString(lock)))
                .first();
        return LockMapper.fromBson(Objects.requireNonNull(found));
    }
}
