package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.consent.ConsentRequests;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.source.LockCollections;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceRights;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

class EvictionServiceIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");

    @AutoClose
    private static final Console console = Console.start();

    private EvictionService service;

    @BeforeEach
    void logIn() {
        service = console.bean(EvictionService.class);
        logInAs("olga", Roles.OPERATOR);
    }

    @AfterEach
    void logOut() {
        Acting.asNobody();
        console.heal();
    }

    @Test
    void theLeaseThatWasSeenIsMarkedOnce() {
        Holder seen = held("mark");
        assertThat(evict("mark", seen, Way.MARK)).isEqualTo(Outcome.MARKED);
        Holder marked = console.locks().find("mark").holders().get(0);
        assertThat(Objects.requireNonNull(marked.evicted()).by()).isEqualTo("olga");
        assertThat(evict("mark", seen, Way.MARK)).isEqualTo(Outcome.ALREADY_MARKED);
        assertThat(console.locks().find("mark").holders()).containsExactly(marked);
        assertThat(outcomes("mark")).containsExactly("MARKED", "ALREADY_MARKED");
    }

    @Test
    void aLeaseThatHasEndedIsLeftAloneWithItsSuccessor() {
        Holder seen = held("stale");
        console.locks().enqueue("stale", OWNER, TTL);
        LockDocument handedOn = console.locks().remove("stale", seen.acquirer());
        assertThat(evict("stale", seen, Way.MARK)).isEqualTo(Outcome.HOLDER_CHANGED);
        assertThat(evict("stale", seen, Way.NOW)).isEqualTo(Outcome.HOLDER_CHANGED);
        assertThat(console.locks().find("stale")).isEqualTo(handedOn);
    }

    @Test
    void anOldTokenOfTheSameAcquirerChangesNothing() {
        Holder seen = held("token");
        Holder older = new Holder(
                seen.acquirer(),
                1,
                seen.token() - 1,
                seen.ttl(),
                seen.acquiredAt(),
                seen.updatedAt(),
                seen.expiresAt(),
                seen.stamp(),
                seen.owner(),
                null);
        assertThat(evict("token", older, Way.NOW)).isEqualTo(Outcome.HOLDER_CHANGED);
        assertThat(console.locks().find("token").holders()).containsExactly(seen);
    }

    @Test
    void aDeadProcesssLeaseIsRemovedAtOnceAndTheNextIsGranted() {
        Holder seen = held("now");
        String next = console.locks().enqueue("now", OWNER, TTL);
        assertThat(evict("now", seen, Way.NOW)).isEqualTo(Outcome.ENDED);
        assertThat(console.locks().find("now").holders())
                .extracting(Holder::acquirer)
                .containsExactly(next);
    }

    @Test
    void aLockWithoutADocumentIsGone() {
        assertThat(evict("never", held("other"), Way.MARK)).isEqualTo(Outcome.GONE);
    }

    @Test
    void aViewerIsRefusedAndTheAttemptIsRecorded() {
        Holder seen = held("viewer");
        logInAs("vera", Roles.VIEWER);
        assertThatThrownBy(() -> evict("viewer", seen, Way.MARK)).isInstanceOf(AccessDeniedException.class);
        assertThatThrownBy(() -> evict("viewer", seen, Way.NOW)).isInstanceOf(AccessDeniedException.class);
        assertThat(console.locks().find("viewer").holders()).containsExactly(seen);
        assertThat(outcomes("viewer")).containsExactly("DENIED", "DENIED");
    }

    @Test
    void withoutALoginNothingHappens() {
        Holder seen = held("nobody");
        Acting.asNobody();
        assertThatThrownBy(() -> evict("nobody", seen, Way.MARK)).isInstanceOf(AccessDeniedException.class);
        assertThat(console.locks().find("nobody").holders()).containsExactly(seen);
    }

    @Test
    void whatCannotBeRecordedIsNotDone() {
        Holder seen = held("audit");
        console.fail(new Document("failCommands", List.of("insert")).append("errorCode", 13));
        assertThatThrownBy(() -> evict("audit", seen, Way.MARK)).isInstanceOf(DataAccessException.class);
        assertThat(console.locks().find("audit").holders()).containsExactly(seen);
    }

    @Test
    void anEvictionThatMongoDbDoesNotConfirmIsRecordedAsThat() {
        Holder seen = held("failed");
        console.fail(new Document("failCommands", List.of("findAndModify")).append("errorCode", 50));
        assertThat(evict("failed", seen, Way.MARK)).isEqualTo(Outcome.NOT_CONFIRMED);
        assertThat(outcomes("failed")).containsExactly("NOT_CONFIRMED");
    }

    @Test
    void aLeaseThatWasMarkedWithoutConfirmationIsFollowedToItsEndAllTheSame() {
        Holder seen = held("unconfirmed");
        console.fail(new Document("failCommands", List.of("findAndModify"))
                .append("writeConcernError", new Document("code", 64).append("errmsg", "slow members")));
        EvictionRequest request = request("unconfirmed", seen, Way.MARK);
        Result result = service.evict(request);
        console.heal();
        assertThat(result.outcome()).isEqualTo(Outcome.NOT_CONFIRMED);
        assertThat(result.error()).contains("slow members");
        EvictionFollower follower = console.bean(EvictionFollower.class);
        await().until(() -> follower.state(request.id()).orElseThrow() instanceof EvictionState.Quarantine);
        console.locks().remove("unconfirmed", seen.acquirer());
        await().until(() -> follower.state(request.id()).orElseThrow() instanceof EvictionState.Stopped);
        await().until(() -> console.own()
                        .getCollection(AuditEntry.COLLECTION)
                        .countDocuments(new Document("_id", request.id() + "/end").append("end", "STOPPED"))
                == 1);
    }

    @Test
    void whatMongoDbRefusesHasChangedNothing() {
        Holder seen = held("refused");
        console.fail(new Document("failCommands", List.of("findAndModify")).append("errorCode", 13));
        assertThat(evict("refused", seen, Way.MARK)).isEqualTo(Outcome.REFUSED);
        assertThat(console.locks().find("refused").holders()).containsExactly(seen);
    }

    @Test
    void anEvictionThatComesTooLateToTheServerIsNotMade() {
        Holder seen = held("late");
        ServerClock behind = new ServerClock() {
            @Override
            public synchronized Instant now() {
                return super.now().minus(AuditEntry.TIME_OUT).minusSeconds(1);
            }
        };
        ChangeAttempts attempts = new ChangeAttempts(behind);
        LockCollections collections = console.bean(LockCollections.class);
        LockChanges changes = new LockChanges(collections, console.bean(SourceRights.class), attempts);
        ChangeRights rights = new ChangeRights(
                console.bean(SourceRights.class),
                console.bean(SourceFeeds.class),
                console.bean(AuditLog.class),
                console.bean(ConsolePrivileges.class),
                behind);
        EvictionService slow = new EvictionService(
                new LeaseEnding(attempts, Duration.ofSeconds(15)),
                new AuditedChanges(rights, console.bean(ConsentRequests.class), console.bean(AuditLog.class), changes),
                changes,
                console.bean(EvictionFollower.class),
                rights,
                collections);
        slow.evict(request("late", seen, Way.NOW));
        slow.evict(request("late", seen, Way.MARK));
        assertThat(console.locks().find("late").holders()).containsExactly(seen);
    }

    @Test
    void anOutcomeThatCannotBeRecordedYetIsRecordedLater() {
        Holder seen = held("unrecorded");
        EvictionRequest request = request("unrecorded", seen, Way.MARK);
        EvictionFollower follower = console.bean(EvictionFollower.class);
        console.failAfter(1, new Document("failCommands", List.of("insert")).append("errorCode", 11601));
        assertThat(service.evict(request).outcome()).isEqualTo(Outcome.MARKED);
        assertThat(follower.isUnrecorded(request.id())).isTrue();
        console.heal();
        await().until(() -> !follower.isUnrecorded(request.id()));
        assertThat(outcomes("unrecorded")).containsExactly("MARKED");
    }

    @Test
    void aReasonThatCouldForgeALineOfAServicesLogIsRefused() {
        Holder seen = held("forged");
        assertThatThrownBy(() ->
                        AskedEvictions.of("forged", seen, "hung\n2026-11-22 INFO all is well", Way.MARK, "192.0.2.1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("control characters");
    }

    @Test
    void hostileTextsAreStoredAsText() {
        String hostile = "$ROOT '\"; <img src=x onerror=alert(1)> {$where: 1} \u05D0\u05D1";
        Holder seen = held(hostile);
        logInAs("$$NOW", Roles.OPERATOR);
        service.evict(AskedEvictions.of(hostile, seen, "$$ROOT." + hostile, Way.MARK, "$ip"));
        Holder marked = console.locks().find(hostile).holders().get(0);
        assertThat(Objects.requireNonNull(marked.evicted()).reason()).isEqualTo("$$ROOT." + hostile);
        assertThat(marked.evicted().by()).isEqualTo("$$NOW");
        Document intent = Objects.requireNonNull(console.own()
                .getCollection(AuditEntry.COLLECTION)
                .find(new Document("lock", hostile))
                .first());
        assertThat(intent).containsEntry("reason", "$$ROOT." + hostile).containsEntry("by", "$$NOW");
    }

    private Outcome evict(String lock, Holder seen, Way way) {
        return service.evict(request(lock, seen, way)).outcome();
    }

    private static EvictionRequest request(String lock, Holder seen, Way way) {
        return AskedEvictions.of(lock, seen, "because", way, "192.0.2.1");
    }

    private static Holder held(String lock) {
        console.locks().enqueue(lock, OWNER, TTL);
        return console.locks().find(lock).holders().get(0);
    }

    private static List<String> outcomes(String lock) {
        var audit = console.own().getCollection(AuditEntry.COLLECTION);
        return audit.find(new Document("lock", lock)).sort(new Document("at", 1)).into(new ArrayList<>()).stream()
                .map(intent ->
                        Objects.requireNonNull(audit.find(new Document("_id", intent.getString("_id") + "/result"))
                                .first()))
                .map(result -> result.getString("outcome"))
                .toList();
    }

    private static void logInAs(String user, String role) {
        ConsoleUser acting = new ConsoleUser(user, "", Role.valueOf(role), true, false, "");
        TestingAuthenticationToken token = new TestingAuthenticationToken(acting, "", "ROLE_" + role);
        SecurityContextHolder.getContext().setAuthentication(token);
    }
}
