package io.lockkeeper.commandline.doctor;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.fencing.GuardedCollection;
import io.lockkeeper.agent.fencing.StaleTokenException;
import io.lockkeeper.commandline.Database;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** What the server does beside locks that they rely on: streams, indexes that delete, guarded writes, transactions, elections. */
final class ServerProof {

    /** MongoDB's TTL monitor comes once a minute. */
    private static final Duration LONGEST_TTL_WAIT = Duration.ofSeconds(130);

    private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private final Database database;
    private final LockAgent agent;
    private final MongoCollection<BsonDocument> expiring;
    private final long began = System.nanoTime();

    ServerProof(Database database, LockAgent agent) {
        this.database = database;
        this.agent = agent;
        this.expiring = database.collection(database.name(), "proof_ttl");
        expiring.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(1L, TimeUnit.SECONDS));
        expiring.insertOne(new BsonDocument("at", new BsonDateTime(0)));
    }

    /** A change of a document has to arrive in a stream that was opened before it. */
    Finding streams() throws InterruptedException {
        boolean images = images();
        MongoCollection<BsonDocument> watched = database.collection(database.name(), "proof_images");
        ChangeStreamIterable<BsonDocument> stream = watched.watch();
        try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor = stream.cursor()) {
            watched.insertOne(new BsonDocument("seen", new BsonInt32(1)));
            long until = System.nanoTime() + LONGEST_DELIVERY.toNanos();
            while (cursor.tryNext() == null) {
                if (System.nanoTime() > until) {
                    return Finding.failed(
                            "streams",
                            "a change did not arrive within %s s".formatted(LONGEST_DELIVERY.toSeconds()),
                            "The console follows change streams: it would show old locks here.");
                }
            }
        } catch (MongoCommandException e) {
            return Finding.warning(
                    "streams",
                    "are refused: " + e.getErrorMessage(),
                    "Agents need hints here (docker/roles.js), and the console does not work.");
        }
        return Finding.ok(
                "streams",
                images ? "deliver, with pre- and post-images" : "deliver; there are no pre- and post-images");
    }

    private boolean images() {
        try {
            database.database(database.name())
                    .createCollection(
                            "proof_images",
                            new CreateCollectionOptions()
                                    .changeStreamPreAndPostImagesOptions(
                                            new ChangeStreamPreAndPostImagesOptions(true)));
            return true;
        } catch (MongoCommandException e) {
            return false; // before MongoDB 6.0
        }
    }

    /** A guarded write of a lease that has ended is refused, and two writes in a transaction are both there or neither. */
    Finding transaction() throws InterruptedException {
        MongoCollection<BsonDocument> accounts = database.collection(database.name(), "proof_accounts");
        accounts.insertOne(new BsonDocument("_id", new BsonInt32(1)));
        GuardedCollection<BsonDocument> guarded = GuardedCollection.of(accounts, "token");
        Lease late = agent.acquire(ProofPeerCommand.request("proof:transaction"));
        late.release();
        try (Lease lease = agent.acquire(ProofPeerCommand.request("proof:transaction"))) {
            guarded.updateOne(lease, Filters.eq(1), Updates.set("sum", 1));
            try {
                guarded.updateOne(late, Filters.eq(1), Updates.set("sum", 2));
                return Finding.failed("transaction", "a write with an older token was not refused", "");
            } catch (StaleTokenException e) {
                return committed(accounts, lease);
            }
        }
    }

    private Finding committed(MongoCollection<BsonDocument> accounts, Lease lease) {
        // a time limit of a collection's own is refused inside a transaction
        MongoCollection<BsonDocument> inside =
                database.client().getDatabase(database.name()).getCollection("proof_accounts", BsonDocument.class);
        try (ClientSession session = database.client().startSession()) {
            session.withTransaction(() -> inside.updateOne(
                    session, Filters.and(Filters.eq(1), Filters.lte("token", lease.token())), Updates.inc("sum", 1)));
            session.startTransaction();
            inside.updateOne(session, Filters.eq(1), Updates.inc("sum", 10));
            session.abortTransaction();
        }
        BsonDocument account = accounts.find(Filters.eq(1)).first();
        return account != null && account.getNumber("sum").intValue() == 2
                ? Finding.ok("transaction", "a write with an older token is refused; transactions commit and abort")
                : Finding.failed("transaction", "what was committed or aborted is not what is there: " + account, "");
    }

    /** Forces an election, and says for how long no lock could be taken. */
    Finding election() throws InterruptedException {
        AgentOptions options = ProofPeerCommand.options("proof-election").withTtl(AgentOptions.DEFAULT_TTL);
        try (LockAgent calm = LockAgent.connect(database.client(), database.name(), options);
                Lease held = calm.acquire(ProofPeerCommand.request("proof:election"))) {
            long began = System.nanoTime();
            stepDown();
            Duration pause = untilALockIsGranted(calm, began);
            String said = "no lock was granted for %s ms after the primary stepped down".formatted(pause.toMillis());
            return held.isHeld()
                    ? Finding.ok(
                            "election",
                            said
                                    + "; a lease of %s s outlived it"
                                            .formatted(options.ttl().toSeconds()))
                    : Finding.failed("election", said + ", and a lease was lost", "Use a longer ttl.");
        }
    }

    private void stepDown() {
        try {
            database.database("admin")
                    .runCommand(new BsonDocument("replSetStepDown", new BsonInt32(10))
                            .append("secondaryCatchUpPeriodSecs", new BsonInt32(5)));
        } catch (MongoCommandException e) {
            throw e;
        } catch (MongoException e) {
            // an old primary closes its connections
        }
    }

    private static Duration untilALockIsGranted(LockAgent agent, long began) throws InterruptedException {
        while (System.nanoTime() - began < LONGEST_PAUSE.toNanos()) {
            try {
                agent.acquire(ProofPeerCommand.request("proof:after")).close();
                return Duration.ofNanos(System.nanoTime() - began);
            } catch (LockException e) {
                Thread.sleep(100);
            }
        }
        throw new IllegalStateException("no lock was granted for " + LONGEST_PAUSE.toSeconds() + " s");
    }

    /** Last, because the server takes its time. */
    Finding ttlIndex() throws InterruptedException {
        while (expiring.countDocuments() > 0) {
            if (System.nanoTime() - began > LONGEST_TTL_WAIT.toNanos()) {
                return Finding.warning(
                        "TTL index",
                        "deleted nothing within %s s".formatted(LONGEST_TTL_WAIT.toSeconds()),
                        "Documents of names that are used once stay: see ttlMonitorEnabled.");
            }
            Thread.sleep(1_000);
        }
        return Finding.ok("TTL index", "deletes what has expired");
    }
}
