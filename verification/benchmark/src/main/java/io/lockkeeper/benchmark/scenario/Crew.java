package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.store.Commands;
import io.lockkeeper.benchmark.store.ProcessorTime;
import io.lockkeeper.benchmark.worker.Block;
import io.lockkeeper.benchmark.worker.Worker;
import io.lockkeeper.peers.Peer.Waits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The worker processes of one contender. */
final class Crew implements AutoCloseable {

    private static final int WARM_UP_THREADS = 8;
    /** A service runs for longer than it takes to compile its code: each process has done so many, or has tried for as long as this. */
    private static final int WARM_UP_PAIRS = 10_000;

    private static final Duration WARM_UP = Duration.ofSeconds(4);
    private static final Duration WARM_UP_TOGETHER = Duration.ofSeconds(5);

    private final Contender contender;
    private final List<Worker> workers = new ArrayList<>();

    private Crew(Contender contender) {
        this.contender = contender;
    }

    static Crew start(Contender contender, int processes) throws IOException {
        Crew crew = new Crew(contender);
        for (int i = 0; i < processes; i++) {
            crew.workers.add(Worker.start(contender.peer(), contender.address()));
        }
        for (Worker worker : crew.workers) {
            worker.answer();
        }
        crew.warmUp();
        return crew;
    }

    private void warmUp() throws IOException {
        String aSecond = String.format(
                Locale.ROOT,
                "pairs %d %d own",
                WARM_UP_THREADS,
                Duration.ofSeconds(1).toMillis());
        long seconds = WARM_UP.multipliedBy(workers.size() + 1).toSeconds();
        long missing = (long) WARM_UP_PAIRS * workers.size();
        for (int i = 0; i < seconds && missing > 0; i++) {
            missing -= run(aSecond).block().operations();
        }
        if (workers.size() > 1 && contender.peer().waits() != Waits.NEVER) {
            run(String.format(Locale.ROOT, "pairs %d %d hot:warm-up", WARM_UP_THREADS, WARM_UP_TOGETHER.toMillis()));
        }
    }

    /** The same without its first worker. */
    Crew others() {
        Crew others = new Crew(contender);
        others.workers.addAll(workers.subList(1, workers.size()));
        return others;
    }

    Contender contender() {
        return contender;
    }

    Worker worker(int number) {
        return workers.get(number);
    }

    /** Gives the order to all at once, and sums up what they did and what it cost. */
    Effort run(String order) throws IOException {
        Commands asked = contender.store().commands(); // before the time that counts begins, and after it ends
        Duration clientBefore = cpu();
        Duration serverBefore = contender.store().cpu();
        for (Worker worker : workers) {
            worker.tell(order);
        }
        List<Block> blocks = new ArrayList<>();
        for (Worker worker : workers) {
            blocks.add(worker.block());
        }
        Duration client = cpu().minus(clientBefore);
        Duration server = contender.store().cpu().minus(serverBefore);
        Commands commands = contender.store().commands().since(asked);
        return new Effort(Block.together(blocks), client, server, commands);
    }

    /** What it has open only while it works is closed: the streams of one would slow down the others, whose turn it is then. */
    void rest() throws IOException {
        for (Worker worker : workers) {
            worker.ask("rest");
        }
    }

    Duration cpu() {
        return ProcessorTime.of(workers.stream().map(Worker::handle).toList());
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
    }
}
