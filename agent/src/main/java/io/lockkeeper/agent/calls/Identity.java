package io.lockkeeper.agent.calls;

import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ThisHost;
import java.util.concurrent.atomic.AtomicLong;

/** The names that one agent makes. They are unique over all agents and all times, so that no two requests or calls are ever confused. */
public final class Identity {

    private final String agent;
    private final AtomicLong requests;
    private final AtomicLong calls;
    private final Owner self;

    public Identity(String service, String instance, Machine machine) {
        this(service, instance, machine.uniqueName(), 0);
    }

    /**
     * Those of an agent that goes on after others of its name.
     *
     * @param from above all numbers that those gave
     */
    public Identity(String service, String instance, String agent, long from) {
        this.agent = agent;
        this.requests = new AtomicLong(from);
        this.calls = new AtomicLong(from);
        this.self = new Owner(
                agent,
                service,
                instance,
                ThisHost.name(),
                ProcessHandle.current().pid(),
                "",
                "");
    }

    public String agent() {
        return agent;
    }

    /** The agent as an owner, independent of the thread that asks. */
    public Owner self() {
        return self;
    }

    /** The calling thread as the owner of a request. */
    public Owner owner(String note, Details details) {
        return self.asking(thread(), note, details);
    }

    String nextAcquirer() {
        return agent + "." + Long.toString(requests.incrementAndGet(), 36);
    }

    String nextStamp() {
        return agent + ":" + Long.toString(calls.incrementAndGet(), 36);
    }

    /** The calling thread's name; virtual threads often have none. */
    public static String thread() {
        Thread thread = Thread.currentThread();
        return thread.getName().isEmpty() ? "thread-" + thread.threadId() : thread.getName();
    }
}
