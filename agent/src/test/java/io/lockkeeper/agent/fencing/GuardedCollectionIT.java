package io.lockkeeper.agent.fencing;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.fencing.TestHolders.Succession;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a guarded write promises, on a real MongoDB. */
@Timeout(60)
class GuardedCollectionIT {

    private static final Bson ANN = eq("ann");

    @RegisterExtension
    private final TestHolders holders = new TestHolders();

    private final GuardedCollection<Document> accounts =
            GuardedCollection.of(holders.accounts().withWriteConcern(WriteConcern.UNACKNOWLEDGED), "fence");

    @Test
    void aHolderWritesAsOftenAsItLikesAndLeavesItsToken() throws InterruptedException {
        Lease lease = holders.acquire("ann");
        insert(new Document("_id", "ann").append("balance", 1));

        assertThat(accounts.updateOne(lease, ANN, inc("balance", 1))).isTrue();
        assertThat(accounts.updateOne(lease, ANN, set("name", "Ann"))).isTrue();
        assertThat(accounts.findOneAndUpdate(lease, ANN, inc("balance", 1), ReturnDocument.BEFORE))
                .hasValueSatisfying(before -> assertThat(before).containsEntry("balance", 2));

        assertThat(stored())
                .isEqualTo(new Document("_id", "ann")
                        .append("balance", 3)
                        .append("fence", lease.token())
                        .append("name", "Ann"));
    }

    @Test
    void aReplacementCarriesTheTokenAndTheCallersObjectStaysAsItWas() throws InterruptedException {
        Lease lease = holders.acquire("ann");
        insert(new Document("_id", "ann").append("fence", null));
        Document replacement = new Document("balance", 7);

        assertThat(accounts.replaceOne(lease, ANN, replacement)).isTrue();

        assertThat(stored()).containsEntry("balance", 7).containsEntry("fence", lease.token());
        assertThat(replacement).isEqualTo(new Document("balance", 7));
    }

    @Test
    void whatAHolderWritesLateIsRefusedAndChangesNothing() throws InterruptedException {
        Lease hanging = holders.acquireAndHang("ann");
        insert(new Document("_id", "ann").append("balance", 1));
        accounts.updateOne(hanging, ANN, inc("balance", 1));
        Lease next = holders.takeOver("ann");
        accounts.updateOne(next, ANN, inc("balance", 1));
        Document before = stored();

        refused(hanging, next, () -> accounts.updateOne(hanging, ANN, inc("balance", 1)));
        refused(hanging, next, () -> accounts.replaceOne(hanging, ANN, new Document("balance", 0)));
        refused(hanging, next, () -> accounts.findOneAndUpdate(hanging, ANN, inc("balance", 1), ReturnDocument.AFTER));
        refused(hanging, next, () -> accounts.findOneAndRaise(hanging, ANN));

        assertThat(stored()).isEqualTo(before).containsEntry("balance", 3);
    }

    @Test
    void aDocumentThatIsNotThereIsNoMatterOfTokens() throws InterruptedException {
        Succession leases = holders.succession("ann");

        for (Lease lease : List.of(leases.late(), leases.live())) {
            assertThat(accounts.updateOne(lease, ANN, inc("balance", 1))).isFalse();
            assertThat(accounts.replaceOne(lease, ANN, new Document())).isFalse();
            assertThat(accounts.findOneAndUpdate(lease, ANN, inc("balance", 1), ReturnDocument.AFTER))
                    .isEmpty();
        }
        assertThat(holders.accounts().countDocuments()).isZero();
    }

    @Test
    void whoReadsAndRaisesHasShutEarlierLeasesOut() throws InterruptedException {
        Succession leases = holders.succession("ann");
        insert(new Document("_id", "ann").append("balance", 1));

        Document read = accounts.findOneAndRaise(leases.live(), ANN).orElseThrow();

        assertThat(read).containsEntry("balance", 1);
        refused(leases.late(), leases.live(), () -> accounts.updateOne(leases.late(), ANN, inc("balance", 1)));
    }

    @Test
    void ofSeveralDocumentsThatMatchOneThatTakesTheWriteIsWritten() throws InterruptedException {
        Succession leases = holders.succession("ann");
        insert(new Document("_id", 1)
                .append("open", true)
                .append("fence", leases.live().token()));
        insert(new Document("_id", 2).append("open", true));

        assertThat(accounts.updateOne(leases.late(), eq("open", true), set("open", false)))
                .isTrue();
        refused(leases.late(), leases.live(), () -> accounts.updateOne(leases.late(), eq("open", true), set("x", 1)));
    }

    @Test
    void aDocumentThatComesBetweenTheWriteAndTheLookIsWritten() throws InterruptedException {
        Lease lease = holders.acquire("ann");
        try (MongoClient client = interrupted("find", () -> insert(new Document("_id", "ann")))) {
            assertThat(through(client).updateOne(lease, ANN, set("seen", true))).isTrue();
        }
        assertThat(stored()).containsEntry("seen", true).containsEntry("fence", lease.token());
    }

    @Test
    void aDocumentThatRefusedAndGoesBeforeTheLookIsNotThere() throws InterruptedException {
        Succession leases = holders.succession("ann");
        insert(new Document("_id", "ann").append("fence", leases.live().token()));
        try (MongoClient client = interrupted("find", () -> holders.accounts().deleteOne(ANN))) {
            assertThat(through(client).updateOne(leases.late(), ANN, set("seen", true)))
                    .isFalse();
        }
    }

    @Test
    void aFieldThatHoldsNoTokenIsRefused() throws InterruptedException {
        Lease lease = holders.acquire("ann");
        for (Object foreign : List.of("text", Double.NaN)) {
            insert(new Document("_id", "ann").append("fence", foreign));
            assertThatIllegalStateException().isThrownBy(() -> accounts.updateOne(lease, ANN, set("seen", true)));
            assertThat(stored()).doesNotContainKey("seen");
            holders.accounts().deleteOne(ANN);
        }
        for (String name : List.of("", "a.b", "$a", "_id")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GuardedCollection.of(holders.accounts(), name))
                    .withMessageContaining("\"" + name + "\"");
        }
    }

    private static void refused(Lease late, Lease live, Runnable write) {
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(write::run)
                .matches(e -> e.token() == late.token() && e.seen() == live.token());
    }

    private void insert(Document document) {
        holders.accounts().insertOne(document);
    }

    private Document stored() {
        return holders.first("accounts", ANN);
    }

    /** A client whose first command of that name finds that something has happened just before. */
    private static MongoClient interrupted(String command, Runnable before) {
        AtomicBoolean first = new AtomicBoolean(true);
        Predicate<CommandStartedEvent> meant =
                event -> event.getCommandName().equals(command) && first.getAndSet(false);
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (meant.test(event)) {
                            before.run();
                        }
                    }
                })
                .build());
    }

    private GuardedCollection<Document> through(MongoClient client) {
        return GuardedCollection.of(
                client.getDatabase(holders.database().getName()).getCollection("accounts"), "fence");
    }
}
