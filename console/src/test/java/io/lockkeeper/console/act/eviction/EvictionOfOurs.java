package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.model.Holder;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Evictions at once in a further collection of Lockkeeper's own locks, where two hold a lock and a third waits. */
final class EvictionOfOurs implements AutoCloseable {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final Locks locks = new Locks(database);
    private final EvictionScene scene;
    private final LockSource source;
    private final DialectLock seen;

    EvictionOfOurs(EvictionScene scene) {
        this.scene = scene;
        List.of("b-1", "b-2", "b-3")
                .forEach(host ->
                        locks.enqueue("pool", 2, Locks.owner("billing", host, 1, "main", ""), Duration.ofMinutes(5)));
        source = scene.source(locks.collection(), "lockkeeper", true);
        seen = scene.seen(scene.dialect("lockkeeper"), locks.collection());
        await().until(() -> scene.board(source, seen));
    }

    void removesTheLeaseThatWasSeenAndGrantsTheLockToTheNext() {
        DialectLock second = lease(1);
        assertThatThrownBy(() -> evictNow(second, ""))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Confirm with the lock's name that the old process is dead");
        assertThat(instances()).containsExactly("b-1", "b-2");

        assertThat(evictNow(second, "pool").outcome()).isEqualTo(Outcome.ENDED);

        assertThat(instances()).containsExactly("b-1", "b-3");
        assertThat(evictNow(second, "pool").outcome()).isIn(Outcome.HOLDER_CHANGED, Outcome.GONE);
        assertThat(instances()).containsExactly("b-1", "b-3");
        await().untilAsserted(() -> assertThat(entries().getLast())
                .extracting(
                        AuditEntry::action,
                        AuditEntry::token,
                        entry -> Optional.ofNullable(entry.end()).map(End::kind))
                .containsExactly(Action.EVICT_NOW, second.fence().orElseThrow(), Optional.of(End.Kind.REMOVED)));
    }

    void removesALeaseWhoseHolderDoesNotAnswerTheEviction() {
        DialectLock first = lease(0);
        assertThat(scene.evict(source, first, "").outcome()).isEqualTo(Outcome.MARKED);
        assertThat(scene.evict(source, first, "").outcome()).isEqualTo(Outcome.ALREADY_MARKED);
        assertThat(instances()).containsExactly("b-1", "b-2");

        assertThat(evictNow(first, "pool").outcome()).isEqualTo(Outcome.ENDED);

        assertThat(instances()).containsExactly("b-2", "b-3");
    }

    private Result evictNow(DialectLock lease, String confirm) {
        Acting.as("olga", Role.OPERATOR);
        return scene.console()
                .bean(EvictionService.class)
                .evict(AskedEvictions.of(source.id(), lease, "dead", confirm, Way.NOW, "::1"));
    }

    private DialectLock lease(int index) {
        Holder lease = seen.leases().get(index);
        DialectLock chosen = seen.with(LeaseAcquisitions.of("pool", lease)).orElseThrow();
        assertThat(chosen.fence()).hasValue(lease.token());
        return chosen;
    }

    private List<String> instances() {
        return locks.find("pool").holders().stream()
                .map(holder -> holder.owner().instance())
                .toList();
    }

    /** The latest first. */
    private List<AuditEntry> entries() {
        return scene.recorded(source, seen).stream()
                .filter(entry -> entry.action() == Action.EVICT_NOW)
                .toList();
    }

    @Override
    public void close() {
        database.drop();
    }
}
