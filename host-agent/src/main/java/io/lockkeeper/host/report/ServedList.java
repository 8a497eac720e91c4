package io.lockkeeper.host.report;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.ServedProcess;
import io.lockkeeper.model.ServedProcesses;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the processes that take locks through the host agent in its own document, for operators. No lock depends on it: while the database does
 * not answer, the list is old.
 */
public final class ServedList implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ServedList.class);
    private static final long TIMEOUT_SECONDS = 5;

    private final MongoCollection<BsonDocument> agents;
    private final Bson own;
    private final ExecutorService writing = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("lockkeeper-host-list").factory());
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile int written;

    public ServedList(MongoClient client, String databaseName, AgentOptions agent) {
        agents = client.getDatabase(databaseName)
                .withTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.W1);
        own = and(
                eq("service", agent.service()),
                eq("instance", agent.instance()),
                eq("pid", ProcessHandle.current().pid()));
    }

    /** Writes the list of them, unless the one before is still being written, or there is nothing to say. On the loop's thread. */
    public void list(List<ServedProcess> all) {
        if ((!all.isEmpty() || written > 0) && busy.compareAndSet(false, true)) {
            List<ServedProcess> first =
                    all.stream().limit(ServedProcesses.LISTED).toList();
            writing.execute(() -> write(all.size(), first));
        }
    }

    private void write(int count, List<ServedProcess> first) {
        try {
            var unused = agents.updateMany(own, ServedProcesses.update(count, first));
            written = count;
        } catch (RuntimeException e) { // of any cause: the next list is written
            log.debug("The processes are not listed for now", e);
        } finally {
            busy.set(false);
        }
    }

    @Override
    public void close() {
        writing.shutdownNow();
    }
}
