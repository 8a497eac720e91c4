package io.lockkeeper.spring.boot;

/** What a service does that starts while its MongoDB is not there. */
public enum StartupMode {
    /** It starts; the first lock asks the server, and fails while that is not there. */
    GO_ON,
    /** It waits for the server, however long. One that is not fit for locks ends the start. */
    WAIT,
    /** It does not start. */
    FAIL
}
