package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.OWNER;
import static io.lockkeeper.model.SettledLock.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fast path checks of a request on the server, as a program could send it that does not check before. */
class UncontendedChangeIT {

    private static final int CAPACITY = 1000;
    private static final int WEIGHT = 777;

    private final SettledLock lock = new SettledLock("orders");

    @Test
    void aRequestThatFitsIsGranted() {
        assertThat(quietly(ofIdleLock(), WEIGHT)).isPresent();
        assertThat(lock.stored().getArray("holders")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, CAPACITY + 1})
    void aRequestThatNeverFitsIsNotGranted(int weight) {
        UncontendedChange change = ofIdleLock();
        BsonDocument before = lock.stored();
        assertThat(quietly(change, weight)).isEmpty();
        assertThat(lock.stored()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, CAPACITY + 1})
    void amongManyARequestThatNeverFitsIsNotGranted(int weight) {
        UncontendedChange change = ofIdleLock();
        BsonDocument before = lock.stored();
        lock.updateMany(UncontendedChange.together(List.of(change), "s").stream()
                .map(stage -> weighing(weight, stage))
                .toList());
        assertThat(lock.stored()).isEqualTo(before);
    }

    private Optional<Snapshot> quietly(UncontendedChange change, int weight) {
        return lock.apply(change, "s", weighing(weight, change.command("s", WriteConcern.W1)));
    }

    private UncontendedChange ofIdleLock() {
        lock.enqueue(request("a"));
        LockDocument idle = lock.remove("a");
        return UncontendedChange.of(idle, new Ask.TryEnqueue(lock.name(), request("b")))
                .orElseThrow();
    }

    private static Request request(String acquirer) {
        return new Request(acquirer, WEIGHT, CAPACITY, TTL, OWNER);
    }

    private static BsonDocument weighing(int weight, BsonDocument sent) {
        return BsonDocument.parse(sent.toJson().replace(Integer.toString(WEIGHT), Integer.toString(weight)));
    }
}
