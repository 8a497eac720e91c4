package io.lockkeeper.agent;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What operators want to know of the process that an agent lives in. */
final class ThisProcess {

    private ThisProcess() {}

    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown host";
        }
    }

    static long pid() {
        return ProcessHandle.current().pid();
    }

    /** The calling thread's name; virtual threads often have none. */
    static String thread() {
        Thread thread = Thread.currentThread();
        return thread.getName().isEmpty() ? "thread-" + thread.threadId() : thread.getName();
    }
}
