package io.lockkeeper.benchmark.scenario;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.store.MongoStore;
import io.lockkeeper.peers.LockClient;
import io.lockkeeper.peers.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.Document;

/** What a pair costs among few and among many locks. */
final class Size implements Scenario {

    private static final List<Integer> SIZES = List.of(100, 1_000, 10_000, 100_000, 1_000_000);
    private static final int BATCH = 10_000;

    @Override
    public String name() {
        return "size";
    }

    @Override
    public void run(Bench bench) throws Exception {
        Section section = new Section(
                name(),
                "Acquire and release, among 100 to 1,000,000 lock documents",
                "One thread, each time another lock, drawn at random from all; a collection for each number. "
                        + bench.settings() + ".",
                Metric.P50);
        MongoStore store = bench.stores().oneNode();
        List<Contender> contenders = new ArrayList<>();
        for (int size : SIZES) {
            String address = store.address("size" + size);
            fill(store.client().getDatabase("size" + size), address, size);
            contenders.add(new Contender(Peer.LOCKKEEPER, store, address));
        }
        List<Crew> crews = bench.crews().of(contenders, 1);
        bench.rounds()
                .run(
                        section,
                        IntStream.range(0, SIZES.size())
                                .mapToObj(i -> among(SIZES.get(i), crews.get(i), bench))
                                .toList());
        SIZES.forEach(size -> store.client().getDatabase("size" + size).drop());
        bench.report().add(section);
    }

    private static Orders among(int size, Crew crew, Bench bench) {
        return new Orders(
                new Subject(Peer.LOCKKEEPER.label(), String.format(Locale.ROOT, "%,d documents", size)),
                crew,
                String.format(Locale.ROOT, "pairs 1 %d among:%d", bench.blockMillis(), size),
                Effort::times);
    }

    /** Copies of a lock that was held once. */
    private static void fill(MongoDatabase database, String address, int size) throws Exception {
        try (LockClient client = Peer.LOCKKEEPER.open(address)) {
            client.acquire("among-0").release();
        }
        MongoCollection<Document> locks = database.getCollection("locks");
        Document once = Objects.requireNonNull(locks.find(eq("among-0")).first());
        for (int from = 1; from < size; from += BATCH) {
            locks.insertMany(IntStream.range(from, Math.min(size, from + BATCH))
                    .mapToObj(i -> new Document(once).append("_id", "among-" + i))
                    .toList());
        }
    }
}
