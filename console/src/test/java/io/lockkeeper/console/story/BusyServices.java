package io.lockkeeper.console.story;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Some services of a shop with agents of their own, or few, in a process that works until it is killed: what pictures are taken of. */
@SuppressWarnings("try") // a lease that is only held
final class BusyServices {

    private static final int ORDERS = 12;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final Random random = new Random(17);
    private final MongoClient client;
    private final String database;
    private final List<Thread> threads = new ArrayList<>();

    private BusyServices(MongoClient client, String database) {
        this.client = client;
        this.database = database;
    }

    public static void main(String[] arguments) throws InterruptedException {
        try (MongoClient client = MongoClients.create(arguments[0])) {
            new BusyServices(client, arguments[1]).work(arguments[2].equals("all"));
        }
    }

    private interface Work {
        void run(LockAgent agent) throws InterruptedException;
    }

    private void work(boolean all) throws InterruptedException {
        for (int i = 1; all && i <= 3; i++) {
            LockAgent billing = agent("billing", "bill-" + i);
            worker("order-worker-1", billing, this::order);
            worker("order-worker-2", billing, this::order);
            worker("rates", billing, this::counter);
        }
        for (int i = 1; all && i <= 2; i++) {
            worker("sms-sender", agent("notify", "sms-" + i), this::message);
        }
        if (!all) {
            worker("rates", agent("rates", "rates-1"), each -> hold(each, "exchange-rates", ""));
        }
        worker("nightly", agent("report", "rp-1"), each -> hold(each, "report:nightly", "October, all shops"));
        LockAgent imports = agent("import", "import-1");
        worker("importer", imports, this::hangingImport);
        worker("importer", agent("import", "import-2"), this::hangingImport);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private LockAgent agent(String service, String instance) {
        return LockAgent.connect(
                client,
                database,
                AgentOptions.forService(service).withInstance(instance).withSlowHoldThreshold(Duration.ofSeconds(2)));
    }

    private void worker(String name, LockAgent agent, Work work) {
        threads.add(Thread.ofPlatform().name(name).start(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    work.run(agent);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private void order(LockAgent agent) throws InterruptedException {
        int number = 4_700 + random.nextInt(ORDERS);
        try (Lease lease = agent.acquire(LockRequest.of("order:" + number).withNote("payment of order " + number))) {
            pause(400 + random.nextInt(3_000));
        }
    }

    /** One that everybody wants. */
    private void counter(LockAgent agent) throws InterruptedException {
        try (Lease lease = agent.acquire("exchange-rates")) {
            pause(2 + random.nextInt(8));
        }
    }

    private void message(LockAgent agent) throws InterruptedException {
        try (Lease lease = agent.acquire(LockRequest.of("send_sms").withNote("campaign winter"))) {
            pause(200 + random.nextInt(900));
        }
    }

    private static void hold(LockAgent agent, String name, String note) throws InterruptedException {
        try (Lease lease = agent.acquire(LockRequest.of(name).withNote(note))) {
            NEVER.await();
        }
    }

    private void hangingImport(LockAgent agent) throws InterruptedException {
        for (int i = 0; i < 25; i++) {
            try (Lease lease = agent.acquire("import:products")) {
                pause(10 + random.nextInt(60));
            }
        }
        hold(agent, "import:products", "part 5 of 12");
    }

    private static void pause(long millis) throws InterruptedException {
        boolean unused = NEVER.await(millis, TimeUnit.MILLISECONDS);
    }
}
