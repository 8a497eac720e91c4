package io.lockkeeper.spring.boot;

/** What a service does if MongoDB is unavailable at its start. */
public enum StartupMode {
    /** The service starts. The first lock connects, and fails while MongoDB is unavailable. */
    GO_ON,
    /** The service waits for the server without limit. A server that cannot keep locks ends the start. */
    WAIT,
    /** The service does not start. */
    FAIL
}
