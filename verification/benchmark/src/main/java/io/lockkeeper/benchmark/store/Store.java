package io.lockkeeper.benchmark.store;

import io.lockkeeper.peers.Peer.Kind;
import java.time.Duration;
import java.util.List;

/** Servers that keep locks, as one of the settings that are compared. */
public interface Store extends AutoCloseable {

    /** It decides which peers can use it. */
    Kind kind();

    String label();

    /** What an acknowledged lock survives. */
    String durability();

    /** Where it is, as its clients take it. */
    String address();

    /** The address of another of its databases, where it has any. */
    default String address(String database) {
        return address();
    }

    List<ProcessHandle> processes();

    /** What it has been asked since its start. */
    default Commands commands() {
        return Commands.UNKNOWN;
    }

    @Override
    void close();

    /** The processor time that all its processes have used so far. */
    default Duration cpu() {
        return ProcessorTime.of(processes());
    }
}
