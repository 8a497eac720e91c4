package io.lockkeeper.benchmark.scenario;

import java.util.List;
import java.util.stream.Stream;

/** Something that is measured, and reported as one or more sections. */
public interface Scenario {
    /**
     * Those first that are done by crews of one process, then of two, and so on: a crew stays until another number is wanted. Of
     * these those first that do most, and make their crews quick for the others.
     */
    List<Scenario> ALL = Stream.concat(
                    Stream.of(
                            new Throughput(1, 64),
                            new Throughput(1, 16),
                            new Pair(),
                            new BackgroundPair(1),
                            new BackgroundPair(16),
                            new BackgroundPair(64),
                            new FreshPair(),
                            new KeptPairs(),
                            new OpenStream(),
                            new Start(),
                            new Size(),
                            new Refused(),
                            new Handoff(),
                            new HotLock(2, 8),
                            new Cohorts(2),
                            new Recall(),
                            new Cohorts(3),
                            new Throughput(4, 16),
                            new HotLock(4, 64),
                            new Cohorts(4),
                            new KeptLeases(),
                            new OneAgent(),
                            new WaitingAgents(),
                            new WakeHandoff(),
                            new EvictionNotice()),
                    AgentsLoad.all().stream())
            .toList();

    /** As it is asked for on the command line. */
    String name();

    void run(Bench bench) throws Exception;
}
