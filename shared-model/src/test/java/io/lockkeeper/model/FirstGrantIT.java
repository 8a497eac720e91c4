package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.OWNER;
import static io.lockkeeper.model.SettledLock.TTL;
import static io.lockkeeper.model.SettledLock.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import java.time.Duration;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fast path creates is what Settle would have created; what is there it leaves. */
class FirstGrantIT {

    private static final String LOCK = "order:$4711.a";

    private final SettledLock lock = new SettledLock(LOCK);

    @Test
    void aLockWithoutADocumentIsAsSettleWouldHaveMadeIt() {
        same(exclusive("$acquirer"));
        same(new Request("a", 2, 5, Duration.ofDays(40), OWNER));
    }

    private static void same(Request request) {
        SettledLock quickly = new SettledLock(LOCK);
        SettledLock slowly = new SettledLock(LOCK);
        Snapshot answer = quickly.answer(grant(request).change("$s"));
        assertThat(answer.lock())
                .isEqualTo(slowly.settled(Settle.change(new Ask.TryEnqueue(slowly.name(), request), "$s")));
        assertThat(answer.serverTime()).isEqualTo(quickly.now());
        assertThat(quickly.stored()).isEqualTo(slowly.stored());
    }

    @Test
    void anEntryThatIsSentAgainIsTheSameLease() {
        LockDocument first = lock.settled(grant(exclusive("a")).change("s1"));
        refuses(grant(exclusive("a")).change("s2"));
        assertThat(lock.enqueue(exclusive("a")).holders().getFirst().token())
                .isEqualTo(first.holders().getFirst().token());
    }

    @Test
    void aLockThatIsHeldOrFreeStaysAsItIs() {
        lock.enqueue(exclusive("x"));
        refuses(grant(exclusive("a")).change("s"));
        lock.remove("x");
        refuses(grant(exclusive("a")).change("s"));
        lock.pass(TTL.multipliedBy(2));
        refuses(grant(exclusive("a")).change("s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{ foo: 1 }", "{ holders: 'x' }", "{ capacity: 1, holders: [], queue: [] }"})
    void aDocumentOfAnotherKindStaysAsItIs(String fields) {
        BsonDocument stray = BsonDocument.parse("{ _id: '%s' }".formatted(LOCK));
        stray.putAll(BsonDocument.parse(fields));
        lock.store(stray);
        refuses(grant(exclusive("a")).change("s"));
        assertThat(lock.stored()).isEqualTo(stray);
    }

    @Test
    void onlyRequestsWhoseLeasesAreNotKeptTakeIt() {
        Keep keep = new Keep(Duration.ofSeconds(30), 100);
        Request kept = new Request("a", 1, 1, TTL, OWNER, keep);
        assertThat(FirstGrant.of(new Ask.Enqueue(lock.name(), kept))).isEmpty();
        assertThat(FirstGrant.of(new Ask.Remove(lock.name(), "a"))).isEmpty();
        assertThat(FirstGrant.of(new Ask.Enqueue(lock.name(), exclusive("a")))).isPresent();
    }

    private void refuses(Change change) {
        BsonDocument before = lock.stored();
        assertThatThrownBy(() -> lock.apply(change))
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        error -> assertThat(error.getErrorCode()).isEqualTo(11000));
        assertThat(lock.stored()).isEqualTo(before);
    }

    private static FirstGrant grant(Request request) {
        return new FirstGrant(new LockName(LOCK), request);
    }
}
