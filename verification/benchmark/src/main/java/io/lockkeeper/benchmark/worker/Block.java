package io.lockkeeper.benchmark.worker;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What one process did in one stretch of time.
 *
 * @param operations how many operations were completed
 * @param nanos how long the stretch was
 * @param p50 the median duration of one operation, and so on; nanoseconds, 0 if there was none
 * @param least how many the slowest thread completed
 * @param most how many the fastest thread completed
 */
public record Block(long operations, long nanos, long p10, long p50, long p90, long p99, long least, long most) {

    static Block of(long nanos, List<long[]> durationsByThread) {
        long[] all = durationsByThread.stream()
                .flatMapToLong(LongStream::of)
                .sorted()
                .toArray();
        long least =
                durationsByThread.stream().mapToLong(each -> each.length).min().orElse(0);
        long most =
                durationsByThread.stream().mapToLong(each -> each.length).max().orElse(0);
        return new Block(all.length, nanos, at(all, 0.1), at(all, 0.5), at(all, 0.9), at(all, 0.99), least, most);
    }

    /** The blocks of processes that worked at the same time, as one; of the quantiles the middle process's are taken. */
    public static Block together(List<Block> blocks) {
        Block middle = blocks.stream()
                .sorted((a, b) -> Long.compare(a.p50, b.p50))
                .toList()
                .get(blocks.size() / 2);
        return new Block(
                blocks.stream().mapToLong(Block::operations).sum(),
                blocks.stream().mapToLong(Block::nanos).max().orElse(0),
                middle.p10,
                middle.p50,
                middle.p90,
                middle.p99,
                blocks.stream().mapToLong(Block::least).min().orElse(0),
                blocks.stream().mapToLong(Block::most).max().orElse(0));
    }

    /** The same, where each operation stands for so many. */
    Block times(int size) {
        return new Block(operations * size, nanos, p10, p50, p90, p99, least, most);
    }

    public double perSecond() {
        return operations * 1e9 / nanos;
    }

    String toLine() {
        return LongStream.of(operations, nanos, p10, p50, p90, p99, least, most)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }

    static Block parse(String line) {
        long[] each = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        return new Block(each[0], each[1], each[2], each[3], each[4], each[5], each[6], each[7]);
    }

    private static long at(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.round(part * (sorted.length - 1))];
    }
}
