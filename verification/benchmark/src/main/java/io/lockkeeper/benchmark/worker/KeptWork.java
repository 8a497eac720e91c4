package io.lockkeeper.benchmark.worker;

import java.io.IOException;
import java.util.Locale;

/**
 * What a process did with locks that stayed with its agent.
 *
 * @param perSecond how many pairs its threads made together
 * @param nanos the median time of a pair
 * @param bytes what a pair allocates
 */
public record KeptWork(double perSecond, double nanos, double bytes) {

    /** So many pairs are one operation: to time each would take about as long as the pair itself. */
    static final int TOGETHER = 1_000;

    /** Orders it of a worker. */
    public static KeptWork by(Worker worker, int threads, long millis) throws IOException {
        String answer = worker.ask(String.format(Locale.ROOT, "uses %d %d", threads, millis));
        int last = answer.lastIndexOf(' ');
        Block block = Block.parse(answer.substring(0, last));
        return new KeptWork(
                block.perSecond(), (double) block.p50() / TOGETHER, Double.parseDouble(answer.substring(last + 1)));
    }
}
