package io.lockkeeper.console.story;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.fencing.GuardedCollection;
import io.lockkeeper.agent.fencing.StaleTokenException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A service that imports products under a lock, in a process of its own. Told to {@code hang}, it holds the lock until it loses it; told
 * to {@code work}, it holds the lock until told to {@code finish}. Told that it is {@code awake}, it acts on the lock
 * that it has lost. It says what it does, line by line.
 */
final class ProductImport {

    static final String LOCK = "import:products";
    /** So many leases tell what is usual. */
    private static final int EARLIER = 25;

    private final LockAgent agent;
    private final GuardedCollection<Document> products;
    private @Nullable Lease lost;

    private ProductImport(LockAgent agent, MongoDatabase database) {
        this.agent = agent;
        products = GuardedCollection.of(database.getCollection("products"), "guard");
    }

    public static void main(String[] arguments) throws InterruptedException {
        AgentOptions options = AgentOptions.forService("import")
                .withInstance(arguments[2])
                .withSlowHoldThreshold(Duration.ofSeconds(1));
        try (MongoClient client = MongoClients.create(arguments[0]);
                LockAgent agent = LockAgent.connect(client, arguments[1], options);
                Scanner told = new Scanner(System.in, StandardCharsets.UTF_8)) {
            new ProductImport(agent, client.getDatabase(arguments[1])).obey(told);
        }
    }

    private void obey(Scanner told) throws InterruptedException {
        say("ready");
        while (told.hasNextLine()) {
            switch (told.nextLine()) {
                case "usual" -> usual();
                case "hang" -> hang();
                case "work" -> work(told);
                case "awake" -> awake();
                default -> throw new IllegalArgumentException("not known");
            }
        }
    }

    private void usual() throws InterruptedException {
        for (int i = 0; i < EARLIER; i++) {
            agent.acquire(LOCK).close();
        }
        say("imported");
    }

    private void hang() throws InterruptedException {
        try (Lease lease = agent.acquire(LockRequest.of(LOCK).withNote("part 5 of 12"))) {
            CountDownLatch lost = new CountDownLatch(1);
            lease.onLoss((each, loss) -> {
                say("lost " + loss);
                lost.countDown();
            });
            say("token " + lease.token());
            importProducts(lost);
            this.lost = lease;
        }
        say("stopped");
    }

    /** Where its thread stands all night. */
    private static void importProducts(CountDownLatch answer) throws InterruptedException {
        answer.await();
    }

    /** Its lease is held by a thread that has ended, which tells nobody where it stands. */
    private void work(Scanner told) {
        Lease lease = agent.acquireAsync(LockRequest.of(LOCK)).join();
        products.updateOne(lease, Filters.eq("_id", "bolts"), Updates.inc("stock", 1));
        say("granted");
        while (!told.nextLine().equals("finish")) {}
        lease.close();
        say("finished");
    }

    /** What has hung for so long goes on where it stood, and believes that it still has the lock. */
    private void awake() {
        Lease believed = Objects.requireNonNull(lost);
        try {
            believed.renew();
        } catch (LeaseLostException e) {
            say("refused " + e.getMessage());
        }
        try {
            products.updateOne(believed, Filters.eq("_id", "bolts"), Updates.inc("stock", 100));
        } catch (StaleTokenException e) {
            say("stale " + e.getMessage());
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
