package io.lockkeeper.benchmark.scenario;

/** Something that is measured, and reported as one or more sections. */
public interface Scenario {
    /** As it is asked for on the command line. */
    String name();

    void run(Bench bench) throws Exception;
}
