package io.lockkeeper.commandline.doctor;

import picocli.CommandLine.Option;

/** The options of a proof. */
final class ProofOption {

    @Option(
            names = "--prove",
            description =
                    "Also prove what locks need: takes locks from two processes in an empty database of its own, which is dropped afterwards. Nothing more is tried after five minutes.")
    private boolean given;

    @Option(
            names = "--prove-in",
            paramLabel = "NAME",
            defaultValue = "lockkeeper_proof",
            description = "The database of the proof. Default: ${DEFAULT-VALUE}.")
    private String database = "";

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many commands a second a proof may send at most, from 20 on. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--agents",
            paramLabel = "N",
            defaultValue = "200",
            description = "For how many processes that wait a proof adds up the load. Default: ${DEFAULT-VALUE}.")
    private int agents;

    @Option(
            names = "--step-down",
            description = "Have a proof also force an election: writes to the replica set pause for seconds.")
    private boolean stepDown;

    boolean isGiven() {
        return given;
    }

    String database() {
        return database;
    }

    int rate() {
        return rate;
    }

    int agents() {
        return agents;
    }

    boolean isWithStepDown() {
        return stepDown;
    }
}
