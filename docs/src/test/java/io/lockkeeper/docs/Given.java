package io.lockkeeper.docs;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.leadership.LeadershipListener;
import io.lockkeeper.agent.reentrant.Ownership;
import io.lockkeeper.shedlock.LockkeeperLockProvider;
import io.lockkeeper.spring.reactive.ReactiveLocks;
import java.sql.Connection;
import java.util.concurrent.ExecutorService;
import org.bson.Document;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

/** What the snippets take for granted: the service around them. */
@SuppressWarnings({"NullAway.Init", "unused"})
abstract class Given {

    MongoClient mongoClient;
    MongoClient client;
    MongoDatabase database;
    MongoCollection<Document> accounts;
    MongoCollection<Document> ledger;
    Connection connection;
    LockAgent agent;
    LockAgent billing;
    Lease lease;
    ExecutorService executor;
    LeadershipListener listener;
    LockkeeperLockProvider lockProvider;
    ReactiveLocks locks;
    Sms sms;
    Batch batch;
    Report report;
    Reports reports;
    Logger log;
    String instance;
    String id;

    abstract void book(Ownership order);

    abstract Mono<String> book(String id, long token);

    abstract Object build();

    abstract Object interest(Document account);

    interface Sms {
        void send(Batch batch, long token);
    }

    interface Batch {
        void cancel();
    }

    interface Report {
        void run();

        void start(LockAgent agent);

        boolean isStopped();
    }

    interface Reports {
        void save(Object report, long token);
    }

    record Order(String id) {}
}
