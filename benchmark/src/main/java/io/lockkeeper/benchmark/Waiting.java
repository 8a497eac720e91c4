package io.lockkeeper.benchmark;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.bson.Document;

/**
 * The process to which the lock is handed. Reads orders line by line; to each it answers when the lock was granted, and
 * {@code ready} once it has released it.
 */
final class Waiting {

    private final BareLock bare;
    private final BlockingQueue<Long> grants = new LinkedBlockingQueue<>();

    private Waiting(BareLock bare) {
        this.bare = bare;
    }

    public static void main(String[] arguments) throws Exception {
        try (MongoClient client = MongoClients.create(arguments[0]);
                LockAgent agent = LockAgent.connect(client, Handoff.DATABASE, AgentOptions.forService("waiter"))) {
            MongoDatabase database = client.getDatabase(Handoff.DATABASE);
            Waiting waiting = new Waiting(new BareLock(database, Handoff.LOCK, "waiter"));
            MongoCursor<ChangeStreamDocument<Document>> releases = waiting.bare.releasesBy(Handoff.RELEASER);
            Thread stream = new Thread(() -> waiting.acquireOnRelease(releases), "bare-stream");
            stream.setDaemon(true);
            stream.start();
            waiting.follow(agent, new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        }
    }

    private void follow(LockAgent agent, BufferedReader orders) throws Exception {
        answer("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            if (order.equals("agent")) {
                byAgent(agent);
            } else {
                byDriver();
            }
            answer("ready");
        }
        System.exit(0); // the stream waits for an event that will not come
    }

    private static void byAgent(LockAgent agent) throws InterruptedException {
        Lease lease = agent.acquire(Handoff.LOCK);
        long granted = System.nanoTime();
        lease.release();
        answer("granted " + granted);
    }

    private void byDriver() throws InterruptedException {
        answer("ready");
        long granted = grants.take();
        bare.release();
        answer("granted " + granted);
    }

    /** The lock is taken on the thread that hears of its release: nothing is quicker. */
    private void acquireOnRelease(MongoCursor<ChangeStreamDocument<Document>> releases) {
        while (true) {
            releases.next();
            if (bare.acquireAfter(Handoff.RELEASER)) {
                grants.add(System.nanoTime());
            }
        }
    }

    private static void answer(String line) {
        System.out.println(line);
    }
}
