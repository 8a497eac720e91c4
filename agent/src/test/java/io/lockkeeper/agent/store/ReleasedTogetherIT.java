package io.lockkeeper.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Releases that go together: of each it is said whether this change ended the lease, also where others have come since. */
class ReleasedTogetherIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Owner OWNER = new Owner("agent", "service", "instance", "host", 1, "thread", "");
    private static final LockName ONE = new LockName("one");
    private static final LockName OTHER = new LockName("other");

    private final String database = MongoServer.shared().freshDatabase().getName();
    private final MongoLockStore store = store();
    /** Another agent's, so that the first knows nothing of its guesses. */
    private final MongoLockStore another = store();

    private final Map<String, Long> tokens = new HashMap<>();

    @Test
    void leasesThatWereLiveAreReleasedForCertain() {
        hold(ONE, "a");
        hold(OTHER, "b");
        List<Reply.Answered> replies = replies(release(ONE, "a"), release(OTHER, "b"));
        assertThat(isReleased(replies.get(0), "a")).isTrue();
        assertThat(isReleased(replies.get(1), "b")).isTrue();
    }

    @Test
    void aLeaseThatWasEvictedAtOnceAndWhoseLockHasHadOthersIsNot() {
        hold(ONE, "a");
        hold(OTHER, "b");
        evictNow(ONE, "a");
        hold(ONE, "c");
        another.apply(new Ask.Remove(ONE, "c"), "s", TIMEOUT);
        hold(ONE, "d");

        List<Reply.Answered> replies = replies(release(ONE, "a"), release(OTHER, "b"));
        assertThat(isReleased(replies.get(0), "a")).isFalse();
        assertThat(replies.get(0).immediate())
                .as("it was gone before, for certain")
                .isTrue();
        assertThat(isReleased(replies.get(1), "b")).isTrue();
        assertThat(stored(ONE).holders()).extracting(Holder::acquirer).containsExactly("d");
    }

    /** A repeated enqueue landed after the eviction. */
    @Test
    void aLeaseThatWasEvictedAtOnceAndWhoseRequestHasAnotherIsNot() {
        hold(ONE, "a");
        hold(OTHER, "b");
        Ask.Remove first = release(ONE, "a");
        evictNow(ONE, "a");
        hold(ONE, "a");

        List<Reply.Answered> replies = replies(first, release(OTHER, "b"));
        assertThat(replies.get(0).ended()).isFalse();
        assertThat(released(replies.get(0)).token())
                .as("what it removed was the other")
                .isNotEqualTo(first.lease());
        assertThat(stored(ONE).isIdle()).isTrue();
        assertThat(isReleased(replies.get(1), "b")).isTrue();
    }

    @Test
    void whatGoesAlongWithALeaseThatIsGoneIsDoneAllTheSame() {
        hold(ONE, "a");
        hold(OTHER, "b");
        evictNow(ONE, "a");

        List<Reply.Answered> replies = replies(
                release(ONE, "a"),
                new Ask.TryEnqueue(ONE, request("c", 1)),
                new Ask.Enqueue(OTHER, request("d", 1)),
                release(OTHER, "b"));
        assertThat(isReleased(replies.get(0), "a")).isFalse();
        assertThat(stored(ONE).holders()).extracting(Holder::acquirer).containsExactly("c");
        assertThat(stored(OTHER).holders()).extracting(Holder::acquirer).containsExactly("d");
        assertThat(isReleased(replies.get(3), "b")).isTrue();
    }

    @Test
    void aMarkedLeaseIsRemovedAndNotCalledReleased() {
        hold(ONE, "a");
        hold(OTHER, "b");
        another.collection()
                .updateOne(
                        id(ONE),
                        Settle.evict("one", holder(ONE, "a"), "ann", "hung", TTL, "s")
                                .pipeline());

        List<Reply.Answered> replies = replies(release(ONE, "a"), release(OTHER, "b"));
        assertThat(isReleased(replies.get(0), "a")).isFalse();
        assertThat(stored(ONE).isIdle()).isTrue();
    }

    /** The document tells of one that ended last. */
    @Test
    void manyHoldersOfOneLockAreAllReleasedForCertainByOneChange() {
        List<String> holders =
                IntStream.range(0, 8).mapToObj(i -> "holder-" + i).toList();
        holders.forEach(holder -> hold(ONE, holder, 8));
        List<Reply.Answered> replies =
                replies(holders.stream().map(holder -> release(ONE, holder)).toArray(Ask.Remove[]::new));
        assertThat(replies).allMatch(Reply.Answered::ended);
    }

    @Test
    void ofManyHoldersOfOneLockTheOneThatIsGoneIsToldApart() {
        List<String> holders = List.of("a", "b", "c");
        holders.forEach(holder -> hold(ONE, holder, 3));
        evictNow(ONE, "b");
        hold(ONE, "d", 3);
        List<Reply.Answered> replies = replies(release(ONE, "a"), release(ONE, "b"), release(ONE, "c"));
        assertThat(IntStream.range(0, 3).mapToObj(i -> isReleased(replies.get(i), holders.get(i))))
                .containsExactly(true, false, true);
    }

    /** As the agent reads it. */
    private static boolean isReleased(Reply.Answered reply, String acquirer) {
        return reply.ended()
                || reply.snapshot()
                        .map(snapshot -> snapshot.lock().released())
                        .filter(released -> released.acquirer().equals(acquirer))
                        .filter(released -> released.evicted() == null)
                        .isPresent();
    }

    private static Released released(Reply.Answered reply) {
        return Objects.requireNonNull(reply.snapshot().orElseThrow().lock().released());
    }

    private List<Reply.Answered> replies(Ask.Combinable... asks) {
        return store.applyAll(List.of(asks), "together", TIMEOUT).stream()
                .map(reply -> (Reply.Answered) reply)
                .toList();
    }

    private void evictNow(LockName lock, String acquirer) {
        another.collection()
                .updateOne(
                        id(lock),
                        Settle.evictNow(lock.value(), holder(lock, acquirer), "ann", "dead", "s")
                                .pipeline());
    }

    private void hold(LockName lock, String acquirer) {
        hold(lock, acquirer, 1);
    }

    private void hold(LockName lock, String acquirer, int capacity) {
        assertThat(another.apply(new Ask.TryEnqueue(lock, request(acquirer, capacity)), "s", TIMEOUT))
                .isInstanceOf(Reply.Answered.class);
        tokens.put(lock.value() + acquirer, holder(lock, acquirer).token());
    }

    private Holder holder(LockName lock, String acquirer) {
        return stored(lock).holder(acquirer).orElseThrow();
    }

    private LockDocument stored(LockName lock) {
        return LockMapper.fromBson(
                Objects.requireNonNull(another.collection().find(id(lock)).first()));
    }

    private static BsonDocument id(LockName lock) {
        return new BsonDocument("_id", new BsonString(lock.value()));
    }

    /** Of the lease that the acquirer was granted last. */
    private Ask.Remove release(LockName lock, String acquirer) {
        long token = tokens.getOrDefault(lock.value() + acquirer, 0L);
        return new Ask.Remove(lock, acquirer, List.of(), OptionalLong.of(token));
    }

    private static Request request(String acquirer, int capacity) {
        return new Request(acquirer, 1, capacity, TTL, OWNER);
    }

    private MongoLockStore store() {
        return new MongoLockStore(
                MongoServer.shared().client(), MongoServer.shared().client().getDatabase(database), System::nanoTime);
    }
}
