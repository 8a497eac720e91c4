package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.consent.ConsentService;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;

/** Evictions of locks whose names need a second person's consent. */
final class EvictionUnderFourEyes {

    private final EvictionScene scene;

    EvictionUnderFourEyes(EvictionScene scene) {
        this.scene = scene;
    }

    void evictsOnlyTheHolderThatWasSeen() {
        fourEyes();
        MongoCollection<BsonDocument> locks = scene.locks("four-eyes");
        LockSource source = scene.source(locks, "shedlock", true);
        EvictionScene.insert(locks, ShedLocks.held("pay:1", "app-1"));
        EvictionScene.insert(locks, ShedLocks.held("pay:2", "app-1"));
        for (DialectLock seen : scene.held(scene.dialect("shedlock"), locks)) {
            await().until(() -> scene.board(source, seen));
            assertThat(scene.evict(source, seen, seen.name()).outcome()).isEqualTo(Outcome.AWAITS_CONSENT);
        }
        assertThat(scene.held(scene.dialect("shedlock"), locks)).hasSize(2);
        locks.updateOne(new Document("_id", "pay:2"), new Document("$set", ShedLocks.held("pay:2", "app-2")));
        await().until(() -> scene.onBoard(source, "pay:2").holders().equals(List.of("app-2")));

        ConsentService consents = scene.console().bean(ConsentService.class);
        List<String> requests = consents.waiting().stream().map(AuditEntry::id).toList();
        assertThatThrownBy(() -> consents.consent(requests.getFirst(), "::1"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("a second person has to consent");
        Acting.as("boris", Role.ADMIN);
        assertThat(requests.stream().map(id -> consents.consent(id, "::1").outcome()))
                .containsExactlyInAnyOrder(Outcome.ENDED, Outcome.HOLDER_CHANGED);
        assertThat(scene.held(scene.dialect("shedlock"), locks))
                .extracting(DialectLock::name)
                .containsExactly("pay:2");
    }

    void marksTheLeaseThatWasSeen() {
        fourEyes();
        MongoDatabase pay = MongoServer.shared().freshDatabase();
        Locks locks = new Locks(pay);
        locks.enqueue("pay:3", Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(5));
        LockSource source = scene.source(locks.collection(), "lockkeeper", true);
        DialectLock seen = scene.seen(scene.dialect("lockkeeper"), locks.collection());
        await().until(() -> scene.board(source, seen));
        assertThat(scene.evict(source, seen, "").outcome()).isEqualTo(Outcome.AWAITS_CONSENT);
        assertThat(locks.find("pay:3").holders().getFirst().evicted()).isNull();

        ConsentService consents = scene.console().bean(ConsentService.class);
        String request = consents.waiting().stream()
                .filter(entry -> entry.lock().equals("pay:3"))
                .findFirst()
                .orElseThrow()
                .id();
        Acting.as("boris", Role.ADMIN);
        assertThat(consents.consent(request, "::1").outcome()).isEqualTo(Outcome.MARKED);
        assertThat(locks.find("pay:3").holders().getFirst().evicted())
                .extracting(Eviction::by)
                .isEqualTo("olga with the consent of boris");
        pay.drop();
    }

    void fourEyes() {
        scene.console()
                .own()
                .getCollection("state")
                .replaceOne(new Document("_id", "four-eyes"), Document.parse("""
                                { _id: 'four-eyes', rules: [
                                    { pattern: 'pay:*', why: '', addedAt: { $date: '2026-11-01T08:00:00Z' }, addedBy: 'boss' } ] }
                                """), new ReplaceOptions().upsert(true));
    }
}
