package io.lockkeeper.benchmark;

import java.util.ArrayList;
import java.util.List;

/**
 * Two ways of doing the same thing, measured in turns so that whatever else the machine does falls on both. Each round takes
 * a block of operations of one and then of the other; who goes first alternates.
 */
final class Contest {

    private final int warmUp;
    private final int rounds;
    private final int block;

    /** {@code warmUp} rounds are not counted. */
    Contest(int warmUp, int rounds, int block) {
        this.warmUp = warmUp;
        this.rounds = rounds;
        this.block = block;
    }

    /** Something that tells how long it took, in nanoseconds. */
    interface Measured {
        long run() throws Exception;
    }

    /** Something that is timed as a whole. */
    interface Operation {
        void run() throws Exception;
    }

    static Measured timed(Operation operation) {
        return () -> {
            long start = System.nanoTime();
            operation.run();
            return System.nanoTime() - start;
        };
    }

    @Override
    public String toString() {
        return "%d rounds of %d each after %d of warm-up".formatted(rounds, block, warmUp);
    }

    Outcome between(Measured agent, Measured bare) throws Exception {
        List<Round> counted = new ArrayList<>();
        for (int i = -warmUp; i < rounds; i++) {
            Round round = i % 2 == 0 ? agentFirst(agent, bare) : bareFirst(agent, bare);
            if (i >= 0) {
                counted.add(round);
            }
        }
        return new Outcome(counted);
    }

    private Round agentFirst(Measured agent, Measured bare) throws Exception {
        Samples ofAgent = block(agent);
        return new Round(ofAgent, block(bare));
    }

    private Round bareFirst(Measured agent, Measured bare) throws Exception {
        Samples ofBare = block(bare);
        return new Round(block(agent), ofBare);
    }

    private Samples block(Measured operation) throws Exception {
        long[] nanos = new long[block];
        for (int i = 0; i < block; i++) {
            nanos[i] = operation.run();
        }
        return new Samples(nanos);
    }

    /** One block of each. */
    record Round(Samples agent, Samples bare) {
        double ratio() {
            return (double) agent.median() / bare.median();
        }
    }

    /** All counted rounds. */
    record Outcome(List<Round> rounds) {

        Samples agent() {
            return Samples.pooled(rounds.stream().map(Round::agent).toList());
        }

        Samples bare() {
            return Samples.pooled(rounds.stream().map(Round::bare).toList());
        }

        double ratioOfMedians() {
            return (double) agent().median() / bare().median();
        }

        double medianOfRatios() {
            return rounds.stream().mapToDouble(Round::ratio).sorted().toArray()[rounds.size() / 2];
        }
    }
}
