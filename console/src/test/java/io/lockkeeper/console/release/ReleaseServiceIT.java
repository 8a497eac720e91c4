package io.lockkeeper.console.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.lockkeeper.console.audit.AuditEntry;
import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.audit.AuditLog;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.cluster.Clusters;
import io.lockkeeper.console.consent.ConsentService;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.Dialects;
import io.lockkeeper.console.dialect.ForeignDocuments;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.Grade;
import io.lockkeeper.console.dialect.TtlIndexes;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.Role;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.Place;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.Sources;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.SecuredServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

class ReleaseServiceIT {

    @AutoClose
    private static final Console console = Console.start();

    @BeforeAll
    static void administrators() {
        List.of("boss", "olga", "boris").forEach(name -> console.administrator(name, "correct horse battery"));
    }

    @AfterEach
    void nobody() {
        console.heal();
        SecurityContextHolder.clearContext();
    }

    static Stream<Dialect> releasable() {
        return ForeignDocuments.dialects().ofFiles().stream()
                .<Dialect>map(it -> it)
                .filter(dialect -> dialect.grade() != Grade.D);
    }

    @ParameterizedTest
    @MethodSource("releasable")
    void theHolderThatWasSeenIsEvictedInTheWayOfItsDialectAndOnRecord(Dialect dialect) {
        MongoCollection<BsonDocument> locks = locks("each-" + dialect.id());
        ForeignDocuments.hold(dialect.id(), locks);
        LockSource source = source(locks, dialect.id(), true);
        ForeignLock seen = seen(dialect, locks);

        Result result = evict(source, seen, seen.name());

        assertThat(result.outcome()).isEqualTo(dialect.quarantines() ? Outcome.MARKED : Outcome.ENDED);
        assertThat(held(dialect, locks)).noneMatch(it -> it.acquisition().equals(seen.acquisition()));
        assertThat(evict(source, seen, seen.name()).outcome()).isIn(Outcome.GONE, Outcome.HOLDER_CHANGED);
        assertThat(recorded(source, seen))
                .extracting(AuditEntry::by, AuditEntry::reason, it -> it.result() == null)
                .containsOnly(tuple("olga", "hung", false));
    }

    @Test
    void aHolderThatTookTheLockMeanwhileIsLeftAloneAndNamed() {
        MongoCollection<BsonDocument> locks = locks("races");
        LockSource source = source(locks, "shedlock", true);
        insert(locks, shedLock("report", "app-1", 600));
        ForeignLock seen = seen(dialect("shedlock"), locks);
        locks.deleteMany(new Document());
        insert(locks, shedLock("report", "app-2", 600));

        Result result = evict(source, seen, "report");

        assertThat(result.outcome()).isEqualTo(Outcome.HOLDER_CHANGED);
        assertThat(result.detail()).isEqualTo("It is now held by app-2.");
        assertThat(seen(dialect("shedlock"), locks).holders()).containsExactly("app-2");
        assertThat(outcome(recorded(source, seen).getFirst())).isEqualTo(Outcome.HOLDER_CHANGED);
    }

    @Test
    void whoeverIsNoOperatorAndASourceThatIsReadOnlyAreRefusedOnRecord() {
        MongoCollection<BsonDocument> locks = locks("refused");
        LockSource source = source(locks, "mongoose-article", false);
        ForeignDocuments.hold("mongoose-article", locks);
        ForeignLock seen = seen(dialect("mongoose-article"), locks);
        assertThatThrownBy(() -> evict(source, seen, ""))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("read-only until an administrator allows evictions");
        actAs("vera", Role.VIEWER);
        ReleaseService service = console.bean(ReleaseService.class);
        assertThatThrownBy(() -> service.evict(new ReleaseRequest(source.id(), seen, "hung", "", "")))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(service.refusal(source, dialect("mongoose-article")))
                .contains("Only an operator may evict; you are a viewer.");
        assertThat(locks.countDocuments()).isEqualTo(1);
        assertThat(recorded(source, seen))
                .extracting(AuditEntry::by, it -> outcome(it))
                .containsExactly(tuple("vera", Outcome.DENIED), tuple("olga", Outcome.DENIED));
    }

    @Test
    void gradeCAsksThatTheOldProcessBeConfirmedDead() {
        MongoCollection<BsonDocument> locks = locks("unconfirmed");
        LockSource source = source(locks, "shedlock", true);
        insert(locks, shedLock("report", "app-1", 600));
        ForeignLock seen = seen(dialect("shedlock"), locks);
        assertThatThrownBy(() -> evict(source, seen, "repor"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Confirm with the lock's name");
        assertThat(held(dialect("shedlock"), locks)).hasSize(1);
    }

    @Test
    void aNameUnderFourEyesIsEvictedOnlyWithASecondPersonsConsentAndOnlyFromThatHolder() {
        fourEyes();
        MongoCollection<BsonDocument> locks = locks("four-eyes");
        LockSource source = source(locks, "shedlock", true);
        insert(locks, shedLock("pay:1", "app-1", 600));
        insert(locks, shedLock("pay:2", "app-1", 600));
        for (ForeignLock seen : held(dialect("shedlock"), locks)) {
            await().until(() -> board(source, seen));
            assertThat(evict(source, seen, seen.name()).outcome()).isEqualTo(Outcome.AWAITS_CONSENT);
        }
        assertThat(held(dialect("shedlock"), locks)).hasSize(2);
        locks.updateOne(new Document("_id", "pay:2"), new Document("$set", shedLock("pay:2", "app-2", 600)));
        await().until(() -> onBoard(source, "pay:2").holders().equals(List.of("app-2")));

        ConsentService consents = console.bean(ConsentService.class);
        List<String> requests = consents.waiting().stream().map(AuditEntry::id).toList();
        assertThatThrownBy(() -> consents.consent(requests.getFirst(), "::1"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("a second person has to consent");
        actAs("boris", Role.ADMIN);
        assertThat(requests.stream().map(id -> consents.consent(id, "::1").outcome()))
                .containsExactlyInAnyOrder(Outcome.ENDED, Outcome.HOLDER_CHANGED);
        assertThat(held(dialect("shedlock"), locks))
                .extracting(ForeignLock::name)
                .containsExactly("pay:2");
    }

    @Test
    void ofOurOwnLocksTheLeaseThatWasSeenIsMarkedOnceASecondPersonConsents() {
        fourEyes();
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        Locks locks = new Locks(pay);
        locks.enqueue("pay:3", Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(5));
        LockSource source = source(locks.collection(), "lockkeeper", true);
        ForeignLock seen = seen(dialect("lockkeeper"), locks.collection());
        await().until(() -> board(source, seen));
        assertThat(evict(source, seen, "").outcome()).isEqualTo(Outcome.AWAITS_CONSENT);
        assertThat(locks.find("pay:3").holders().getFirst().evicted()).isNull();

        ConsentService consents = console.bean(ConsentService.class);
        String request = consents.waiting().stream()
                .filter(entry -> entry.lock().equals("pay:3"))
                .findFirst()
                .orElseThrow()
                .id();
        actAs("boris", Role.ADMIN);
        assertThat(consents.consent(request, "::1").outcome()).isEqualTo(Outcome.MARKED);
        assertThat(locks.find("pay:3").holders().getFirst().evicted())
                .extracting(Eviction::by)
                .isEqualTo("olga with the consent of boris");
        pay.drop();
    }

    private static void fourEyes() {
        console.own()
                .getCollection("state")
                .replaceOne(new Document("_id", "four-eyes"), Document.parse("""
                                { _id: 'four-eyes', rules: [ { pattern: 'pay:*', why: '', addedBy: 'boss' } ] }
                                """), new ReplaceOptions().upsert(true));
    }

    @Test
    void whatCannotBeRecordedIsNotDone() {
        MongoCollection<BsonDocument> locks = locks("unrecorded");
        LockSource source = source(locks, "mongoose-article", true);
        ForeignDocuments.hold("mongoose-article", locks);
        ForeignLock seen = seen(dialect("mongoose-article"), locks);
        console.fail(new Document("failCommands", List.of("insert")).append("errorCode", 13));
        assertThatThrownBy(() -> evict(source, seen, "")).isInstanceOf(DataAccessException.class);
        assertThat(locks.countDocuments()).isEqualTo(1);
    }

    @Test
    void anAnswerThatIsLostIsCalledUnconfirmed() {
        MongoCollection<BsonDocument> locks = locks("lost");
        LockSource source = source(locks, "mongoose-article", true);
        ForeignDocuments.hold("mongoose-article", locks);
        ForeignLock seen = seen(dialect("mongoose-article"), locks);
        console.fail(new Document("failCommands", List.of("findAndModify")).append("closeConnection", true));
        assertThat(evict(source, seen, "").outcome()).isEqualTo(Outcome.NOT_CONFIRMED);
    }

    @Test
    void anUnlockOfTheOldProcessAfterTheEvictionIsReported() {
        MongoCollection<BsonDocument> locks = locks("zombie");
        LockSource source = source(locks, "shedlock", true);
        insert(locks, shedLock("report", "app-1", 600));
        ForeignLock seen = seen(dialect("shedlock"), locks);
        await().until(() -> board(source, seen));
        assertThat(evict(source, seen, "report").outcome()).isEqualTo(Outcome.ENDED);
        assertThat(lateWrites(source)).isEmpty();

        locks.updateOne(
                new Document("_id", "report"),
                new Document("$set", new Document("lockUntil", Date.from(Instant.now()))));

        await().until(() -> !lateWrites(source).isEmpty());
        assertThat(lateWrites(source).getFirst().holder()).isEqualTo("app-1");
        await().untilAsserted(() -> assertThat(recorded(source, seen).getFirst().end())
                .extracting(End::kind)
                .isEqualTo(End.Kind.LATE_WRITE));
    }

    /** Of a console that died, or of another one. */
    @Test
    void anEvictionIsWatchedFromItsRecords() {
        MongoCollection<BsonDocument> locks = locks("resumed");
        LockSource source = source(locks, "shedlock", true);
        insert(locks, shedLock("report", "app-1", 600));
        ForeignLock seen = seen(dialect("shedlock"), locks);
        Console other = console.another();
        try {
            actAs("olga", Role.OPERATOR);
            other.bean(ReleaseService.class).evict(new ReleaseRequest(source.id(), seen, "hung", "report", ""));
        } finally {
            other.stop();
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            locks.updateOne(
                    new Document("_id", "report"),
                    new Document("$set", new Document("lockUntil", Date.from(Instant.now()))));
            assertThat(lateWrites(source)).hasSize(1);
        });
    }

    @Test
    void aUserNeedsFindAndTheOneActionOfTheDialectOnThatCollectionAlone() {
        try (SecuredServer server = SecuredServer.start()) {
            MongoDatabase app = server.administrator().getDatabase("app");
            MongoCollection<BsonDocument> shedLock = app.getCollection("shedLock", BsonDocument.class);
            insert(shedLock, shedLock("report", "app-1", 600));
            user(app, "reader", List.of("find"));
            user(app, "releaser", List.of("find", "update"));
            LockSource source =
                    new LockSource("s", null, "app", "shedLock", "shedlock", Instant.EPOCH, "boss", null, null);
            Result refused = release(server, "reader", source, seen(dialect("shedlock"), shedLock));
            assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(refused.detail()).isEqualTo("The console's MongoDB user needs find and update on app.shedLock.");
            assertThat(release(server, "releaser", source, seen(dialect("shedlock"), shedLock))
                            .outcome())
                    .isEqualTo(Outcome.ENDED);
        }
    }

    private static Result release(SecuredServer server, String user, LockSource source, ForeignLock seen) {
        try (MongoClient client = MongoClients.create(server.settings(server.uri(user, user, "app")))) {
            AuditEntry entry = new AuditEntry(
                    "e",
                    Instant.now(),
                    "olga",
                    "",
                    AuditEntry.Action.EVICT,
                    "report",
                    "",
                    0,
                    "app-1",
                    "hung",
                    null,
                    null);
            return new Releasing(Clusters.of(client, new ServerClock()), new ServerClock())
                    .release(source, dialect("shedlock"), seen, entry, Duration.ofSeconds(15))
                    .result();
        }
    }

    private static void user(MongoDatabase app, String name, List<String> actions) {
        Document privilege = new Document("resource", new Document("db", "app").append("collection", "shedLock"))
                .append("actions", actions);
        app.runCommand(new Document("createRole", name)
                .append("privileges", List.of(privilege))
                .append("roles", List.of()));
        app.runCommand(new Document("createUser", name).append("pwd", name).append("roles", List.of(name)));
    }

    private static Result evict(LockSource source, ForeignLock seen, String confirm) {
        actAs("olga", Role.OPERATOR);
        return console.bean(ReleaseService.class).evict(new ReleaseRequest(source.id(), seen, "hung", confirm, "::1"));
    }

    private static LockSource source(MongoCollection<BsonDocument> locks, String dialect, boolean releasable) {
        actAs("boss", Role.ADMIN);
        Sources sources = console.bean(Sources.class);
        LockSource source = sources.add(new Place(null, locks.getNamespace()), dialect);
        return releasable ? sources.allowReleases(source.id(), true) : source;
    }

    private static boolean board(LockSource source, ForeignLock seen) {
        return console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, source.id())
                .flatMap(SourceFeeds.Watched::board)
                .flatMap(board -> board.find(seen.id()))
                .isPresent();
    }

    private static ForeignLock onBoard(LockSource source, String lock) {
        return console.bean(SourceFeeds.class)
                .find(LockScope.EVERYTHING, source.id())
                .flatMap(SourceFeeds.Watched::board)
                .flatMap(board -> board.named(lock))
                .orElseThrow();
    }

    private static List<LateWrite> lateWrites(LockSource source) {
        return console.bean(LateWrites.class).seen().stream()
                .filter(it -> it.source().equals(source.id()))
                .toList();
    }

    private static List<AuditEntry> recorded(LockSource source, ForeignLock seen) {
        return console.bean(AuditLog.class).of(source.id(), seen.name(), 10);
    }

    private static Outcome outcome(AuditEntry entry) {
        Result result = entry.result();
        return result == null ? Outcome.NOT_CONFIRMED : result.outcome();
    }

    private static ForeignLock seen(Dialect dialect, MongoCollection<BsonDocument> locks) {
        return held(dialect, locks).getFirst();
    }

    private static List<ForeignLock> held(Dialect dialect, MongoCollection<BsonDocument> locks) {
        return locks.find().into(new ArrayList<>()).stream()
                .flatMap(each -> dialect.read(each, TtlIndexes.UNREADABLE).stream())
                .filter(lock -> lock.state(Instant.now()) != ForeignLock.State.FREE)
                .toList();
    }

    private static Dialect dialect(String id) {
        return console.bean(Dialects.class).find(id).orElseThrow();
    }

    private static MongoCollection<BsonDocument> locks(String name) {
        return console.database().getCollection(name, BsonDocument.class);
    }

    private static void insert(MongoCollection<BsonDocument> locks, Document document) {
        locks.insertOne(document.toBsonDocument());
    }

    private static Document shedLock(String name, String by, int seconds) {
        Instant now = Instant.now();
        return new Document("_id", name)
                .append("lockUntil", Date.from(now.plusSeconds(seconds)))
                .append("lockedAt", Date.from(now))
                .append("lockedBy", by);
    }

    private static void actAs(String name, Role role) {
        ConsoleUser user = new ConsoleUser(name, "", role, true, false, "");
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
    }
}
