package io.lockkeeper.agent;

/** The agent's own threads: named, and none keeps a process alive. */
final class Daemon {

    private Daemon() {}

    static Thread thread(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        return thread;
    }
}
