package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Owner;

/**
 * One thread of one agent, as far as documents tell. Two equal ones are the same thread for certain: where a name does not
 * tell threads apart, the request does.
 *
 * @param agent the agent's id, new at every start
 * @param thread the thread's name
 * @param request the request's acquirer, where nothing else tells it from others of its agent; else empty
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

    /** Of what tells threads apart: the names of service and instance go with the agent, and would only cost time. */
    @Override
    public int hashCode() {
        return (agent.hashCode() * 0x9E3779B1 + thread.hashCode()) * 0x85EBCA6B + request.hashCode();
    }

    /** For example {@code billing · bill-7f · order-worker-3}. */
    String name() {
        return Formats.visible("%s · %s".formatted(process(), thread));
    }

    String process() {
        return Formats.visible("%s · %s".formatted(service, instance));
    }
}
