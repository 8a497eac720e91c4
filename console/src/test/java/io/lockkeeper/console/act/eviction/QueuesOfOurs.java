package io.lockkeeper.console.act.eviction;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.consent.ConsentService;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Sources;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;

/** Pauses, and waiters taken out, in a further collection of Lockkeeper's own locks; one of the same name is in the first. */
final class QueuesOfOurs implements AutoCloseable {

    private static final Duration TTL = Duration.ofMinutes(5);

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final Locks locks = new Locks(database);
    private final EvictionScene scene;
    private final QueueService queues;
    private final String name;
    private @Nullable Waiter waiter;

    QueuesOfOurs(EvictionScene scene, String name) {
        this.scene = scene;
        this.name = name;
        queues = scene.console().bean(QueueService.class);
        for (Locks each : List.of(locks, scene.console().locks())) {
            List.of("b-1", "b-2").forEach(host -> each.enqueue(name, Locks.owner("billing", host, 1, "main", ""), TTL));
        }
    }

    void pausesAndTakesOutInThatCollectionAlone() {
        LockSource source = scene.source(locks.collection(), "lockkeeper", true);
        assertThat(pause(source).outcome()).isEqualTo(Outcome.ENDED);
        assertThat(takeOut(source).outcome()).isEqualTo(Outcome.ENDED);
        assertThat(takeOutAgain(source).outcome()).isEqualTo(Outcome.GONE);

        assertThat(requireNonNull(locks.find(name).paused()).by()).isEqualTo("olga");
        assertThat(locks.find(name).queue()).isEmpty();
        assertThat(scene.console().locks().find(name).paused()).isNull();
        assertThat(scene.console().locks().find(name).queue()).hasSize(1);

        Result resumed =
                queues.resume(placed(source), requireNonNull(locks.find(name).paused()), "::1");
        assertThat(resumed.outcome()).isEqualTo(Outcome.ENDED);
        assertThat(locks.find(name).paused()).isNull();
        assertThat(recorded(source))
                .extracting(AuditEntry::action, AuditEntry::by, EvictionScene::outcome)
                .containsExactly(
                        tuple(Action.RESUME, "olga", Outcome.ENDED),
                        tuple(Action.TAKE_OUT, "olga", Outcome.GONE),
                        tuple(Action.TAKE_OUT, "olga", Outcome.ENDED),
                        tuple(Action.PAUSE, "olga", Outcome.ENDED));
    }

    void changesNothingWhereNobodyMay() {
        LockSource source = scene.source(locks.collection(), "lockkeeper", false);
        assertThatThrownBy(() -> pause(source))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("read-only until an administrator allows evictions");
        assertThatThrownBy(() -> takeOut(source)).isInstanceOf(RefusedException.class);
        assertThat(queues.whyNoPause(placed(source)))
                .hasValueSatisfying(why -> assertThat(why).contains("read-only"));
        Acting.as("vera", Role.VIEWER);
        assertThatThrownBy(() -> queues.pause(asked(source))).isInstanceOf(AccessDeniedException.class);

        assertThat(locks.find(name).paused()).isNull();
        assertThat(locks.find(name).queue()).hasSize(1);
        assertThat(recorded(source))
                .extracting(AuditEntry::by, EvictionScene::outcome)
                .containsExactly(
                        tuple("vera", Outcome.DENIED), tuple("olga", Outcome.DENIED), tuple("olga", Outcome.DENIED));
    }

    /** The name is under four eyes; the second request is consented to when nobody may change the source any more. */
    void waitsForASecondPerson() {
        LockSource source = scene.source(locks.collection(), "lockkeeper", true);
        assertThat(pause(source).outcome()).isEqualTo(Outcome.AWAITS_CONSENT);
        assertThat(takeOut(source).outcome()).isEqualTo(Outcome.AWAITS_CONSENT);
        assertThat(locks.find(name).paused()).isNull();
        assertThat(locks.find(name).queue()).hasSize(1);

        assertThat(consent(source, Action.PAUSE).outcome()).isEqualTo(Outcome.ENDED);
        assertThat(requireNonNull(locks.find(name).paused()).by()).isEqualTo("olga with the consent of boris");
        Acting.as("boss", Role.ADMIN);
        Sources sources = scene.console().bean(Sources.class);
        Instant seen = sources.stored(source.id()).orElseThrow().lastChange().at();
        assertThat(sources.allowReleases(source.id(), false, seen)).isEqualTo(source.id());
        assertThat(consent(source, Action.TAKE_OUT).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(locks.find(name).queue()).hasSize(1);
    }

    private Result consent(LockSource source, Action action) {
        Acting.as("boris", Role.ADMIN);
        ConsentService consents = scene.console().bean(ConsentService.class);
        String request = consents.waiting().stream()
                .filter(entry -> source.id().equals(entry.place().source()) && entry.action() == action)
                .findFirst()
                .orElseThrow()
                .id();
        return consents.consent(request, "::1");
    }

    private Result pause(LockSource source) {
        Acting.as("olga", Role.OPERATOR);
        return queues.pause(asked(source));
    }

    private PauseRequest asked(LockSource source) {
        Instant now = Instant.now();
        return PauseRequest.of(placed(source), now.plusSeconds(600), now, "repair", "::1");
    }

    private Result takeOut(LockSource source) {
        Acting.as("olga", Role.OPERATOR);
        waiter = locks.find(name).queue().getFirst();
        return takeOutAgain(source);
    }

    private Result takeOutAgain(LockSource source) {
        return queues.takeOut(TakeOutRequest.of(placed(source), requireNonNull(waiter), "stray", "::1"));
    }

    private LockId placed(LockSource source) {
        return new LockId(source.id(), name);
    }

    /** The latest first. */
    private List<AuditEntry> recorded(LockSource source) {
        return scene.console().bean(AuditLog.class).of(placed(source), 10);
    }

    @Override
    public void close() {
        database.drop();
    }
}
