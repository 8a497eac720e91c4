package io.lockkeeper.host.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;

/** Runs a history of host agents that follow each other by a seed, and says what was broken in it; nothing if nothing was. */
public final class HandOverHistories implements LongFunction<String> {

    private final Path folder;
    private final List<SimulatedStat> stats;
    private final Selector selector;

    public HandOverHistories() {
        try {
            folder = Files.createTempDirectory("lockkeeper-hand-over-");
            folder.toFile().deleteOnExit();
            stats = List.of(new SimulatedStat(folder, 812), new SimulatedStat(folder, 813));
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String apply(long seed) {
        try {
            return HandOverHistory.run(seed, stats, folder, selector);
        } finally {
            stats.forEach(SimulatedStat::gone);
        }
    }
}
