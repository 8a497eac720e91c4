package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * The agents that a live lease or waiter names. Any agent's user may write any agent's document, for MongoDB's roles end at the collection;
 * what an agent's document says is proven by what it does.
 */
record Proofs(Set<Proof> live) {

    static final Proofs NONE = new Proofs(Set.of());

    record Proof(String agent, String service, String instance, String host) {}

    static Proofs of(Board board, Instant now) {
        Set<Proof> live = new HashSet<>();
        for (Lock lock : board.live()) { // by loops: at 100,000 locks, streams take most of the time
            for (Holder holder : lock.holders()) {
                add(holder.owner(), holder.expiresAt(), now, live);
            }
            for (Waiter waiter : lock.queue()) {
                add(waiter.owner(), waiter.expiresAt(), now, live);
            }
        }
        return new Proofs(live);
    }

    private static void add(Owner owner, Instant expiresAt, Instant now, Set<Proof> live) {
        if (expiresAt.isAfter(now)) {
            live.add(new Proof(owner.agent(), owner.service(), owner.instance(), owner.host()));
        }
    }

    boolean isProven(AgentDocument agent) {
        return live.contains(new Proof(agent.id(), agent.service(), agent.instance(), agent.host()));
    }
}
