package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Owner;

/**
 * One thread of one agent, as far as documents show. Two equal ones are certainly the same thread: where a name does not identify a thread,
 * the request does.
 *
 * @param agent the agent's id, new at every start
 * @param thread the thread's name
 * @param request the request's acquirer, where nothing else distinguishes it from others of its agent; else empty
 */
public record AgentThread(String agent, String service, String instance, String thread, String request) {

    static AgentThread thread(Owner owner) {
        return new AgentThread(owner.agent(), owner.service(), owner.instance(), owner.thread(), "");
    }

    static AgentThread request(Owner owner, String acquirer) {
        return new AgentThread(owner.agent(), owner.service(), owner.instance(), owner.thread(), acquirer);
    }

    /** Whether the agent asks on threads of its own, which all have this one name: for futures, and for reactive callers. */
    static boolean isAgentsOwnThread(Owner owner) {
        return owner.thread().startsWith("lockkeeper-");
    }

    /** The hash of the fields that distinguish threads: service and instance follow from the agent, and would only cost time. */
    @Override
    public int hashCode() {
        return (agent.hashCode() * 0x9E3779B1 + thread.hashCode()) * 0x85EBCA6B + request.hashCode();
    }

    /** The name, for example {@code billing · bill-7f · order-worker-3}. */
    String name() {
        return Formats.visible("%s · %s".formatted(process(), thread));
    }

    String process() {
        return Formats.visible("%s · %s".formatted(service, instance));
    }
}
