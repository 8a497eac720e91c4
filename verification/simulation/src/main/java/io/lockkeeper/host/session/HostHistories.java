package io.lockkeeper.host.session;

import io.lockkeeper.host.state.HostState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;

/** Runs a history of one host agent's lease, or of several that follow each other, by a seed. Says what was broken in it; nothing if nothing was. */
public final class HostHistories implements LongFunction<String> {

    private final List<SimulatedStat> stats;
    private final LongFunction<String> histories;

    public HostHistories(boolean several) {
        try {
            Path folder = Files.createTempDirectory("lockkeeper-proc-");
            folder.toFile().deleteOnExit();
            stats = List.of(new SimulatedStat(folder, 812), new SimulatedStat(folder, 813));
            Selector selector = Selector.open();
            SimulatedStat stat = stats.getFirst();
            HostState state = HostState.open(folder.resolve("one"), stat.kernel(), "shop");
            histories = several
                    ? seed -> HandOverHistory.run(seed, stats, folder, selector)
                    : seed -> HostHistory.run(seed, stat, state, selector);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String apply(long seed) {
        try {
            return histories.apply(seed);
        } finally {
            stats.forEach(SimulatedStat::gone);
        }
    }
}
