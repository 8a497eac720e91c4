package io.lockkeeper.host.session;

import io.lockkeeper.host.state.HostState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;

/** Runs a history of a host agent's lease by a seed, and says what was broken in it; nothing if nothing was. */
public final class HostHistories implements LongFunction<String> {

    private final SimulatedStat stat;
    private final HostState state;
    private final Selector selector;

    public HostHistories() {
        try {
            Path folder = Files.createTempDirectory("lockkeeper-proc-");
            folder.toFile().deleteOnExit();
            stat = new SimulatedStat(folder, 812);
            state = HostState.open(folder.resolve("state"), stat.kernel(), "shop");
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String apply(long seed) {
        try {
            return HostHistory.run(seed, stat, state, selector);
        } finally {
            stat.gone();
        }
    }
}
