package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.peer.Peer.Waits;
import io.lockkeeper.benchmark.store.ProcessorTime;
import io.lockkeeper.benchmark.worker.Block;
import io.lockkeeper.benchmark.worker.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The worker processes of one contender. */
final class Crew implements AutoCloseable {

    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int WARM_UP_THREADS = 8;

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

    /** A service runs for longer than it takes to compile its code; it has done this a few thousand times. */
    private void warmUp() throws IOException {
        run("pairs %d %d own".formatted(WARM_UP_THREADS, WARM_UP.toMillis() * workers.size()));
        if (workers.size() > 1 && contender.peer().waits() != Waits.NEVER) {
            run("pairs %d %d hot:warm-up".formatted(1, WARM_UP.toMillis()));
        }
    }

    Contender contender() {
        return contender;
    }

    Worker worker(int number) {
        return workers.get(number);
    }

    /** Gives the order to all at once, and sums up what they did and what it cost. */
    Effort run(String order) throws IOException {
        Duration clientBefore = cpu();
        Duration serverBefore = contender.store().cpu();
        for (Worker worker : workers) {
            worker.tell(order);
        }
        List<Block> blocks = new ArrayList<>();
        for (Worker worker : workers) {
            blocks.add(worker.block());
        }
        return new Effort(
                Block.together(blocks),
                cpu().minus(clientBefore),
                contender.store().cpu().minus(serverBefore));
    }

    Duration cpu() {
        return ProcessorTime.of(workers.stream().map(Worker::handle).toList());
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
    }
}
