package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.dialect.DialectLock.State;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Documents that do not fit: locks that cannot be read, and others that are no locks. */
class UnreadableDocumentsTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_000);

    private static final String CRANES = """
            library: Ours
            origin: billing service
            evidence: reading
            document:
              _id: string
              state: string
              by: string
              at: number
            lock:
              name: "{_id}"
              holder: by
              acquired: { field: at, as: millis }
              expires: none
              held: { field: state, is: LOCKED }
            clock: client
            identity: [_id, by, at]
            release: { set: { state: FREE } }
            grade: A
            sentence: Nothing bad happens.
            """;

    @Test
    void aHeldLockWithAFieldOfAnotherTypeIsUnreadableByItsNameAndSaysWhy() {
        FileDialect cranes = DialectFile.read("cranes.yaml", CRANES);
        DialectLock sound = read(cranes, "{ _id: 'dock-1', state: 'LOCKED', by: 'crane-2', at: NumberLong(995000) }");
        assertThat(sound.state(NOW)).isEqualTo(State.HELD);
        DialectLock odd = read(cranes, "{ _id: 'dock-5', state: 'LOCKED', by: 'crane-9', at: '2026-11-26' }");
        assertThat(odd.state(NOW)).isEqualTo(State.UNREADABLE);
        assertThat(odd.name()).isEqualTo("dock-5");
        assertThat(odd.isTaken(NOW)).isFalse();
        assertThat(odd.damage()).isEqualTo("at is a string, and has to be a number");
        assertThat(read(cranes, "{ _id: 'dock-6', state: 'LOCKED' }").damage())
                .isIn("by is not there, and has to be a string", "at is not there, and has to be a number");
    }

    @Test
    void whereItsNameIsNotThereTheIdStandsForIt() {
        DialectLock odd = read(builtIn("mongodblock-article"), "{ _id: 7, clientId: 'c-1', resource: 'x' }");
        assertThat(odd.state(NOW)).isEqualTo(State.UNREADABLE);
        assertThat(odd.name()).isEqualTo("7");
    }

    @Test
    void aFieldThatAFormDoesNotHaveMakesALockOfAnotherForm() {
        String document = "{ _id: 1, lockName: 'x', holder: 'p-1', lockedAt: ISODate(), expiresAt: ISODate() }";
        assertThat(read(builtIn("spring-article"), document).damage())
                .isEqualTo("expiresAt is a date, and has to be absent");
        assertThat(read(builtIn("spring-article-expiry"), document).holders()).containsExactly("p-1");
    }

    /** Among documents of other kinds, what has none of a lock's values is one of them. */
    @Test
    void anIdleJobIsNoLockAndALockedOneOfAnotherFormIsUnreadable() {
        String job =
                "{ _id: ObjectId('e1a1b2c3d4e5f60001a1b2c3'), name: 'mail', type: 'normal', priority: %s, lockedAt: %s }";
        Dialect agenda = builtIn("agenda");
        assertThat(find(agenda, job.formatted("0", "null"))).isEmpty();
        assertThat(find(agenda, job.formatted("'high'", "null"))).isEmpty();
        assertThat(read(agenda, job.formatted("0", "'2026-11-26'")).state(NOW)).isEqualTo(State.UNREADABLE);
        assertThat(find(builtIn("mongoid-locker"), "{ _id: 1, total: 3 }")).isEmpty();
        assertThat(read(builtIn("jobrunr-servers"), "{ _id: 1, name: 'w', running: true }")
                        .state(NOW))
                .as("held, as far as it can be read")
                .isEqualTo(State.UNREADABLE);
    }

    @Test
    void historyThatALibraryKeepsAmongItsLocksIsNoLock() {
        String lock = "{ _id: 1, name: 'x:1000', code: 'c', expire: 1000, inserted: 900, expired: %s }";
        assertThat(find(builtIn("chilts-mongodb-lock"), lock.formatted("1000"))).isEmpty();
        assertThat(read(builtIn("chilts-mongodb-lock"), lock.formatted("'soon'"))
                        .state(NOW))
                .isEqualTo(State.UNREADABLE);
    }

    private static Dialect builtIn(String id) {
        return ForeignDocuments.dialects().find(id).orElseThrow();
    }

    private static Optional<DialectLock> find(Dialect dialect, String json) {
        return dialect.read(BsonDocument.parse(json), TtlIndexes.UNREADABLE);
    }

    private static DialectLock read(Dialect dialect, String json) {
        return find(dialect, json).orElseThrow();
    }
}
