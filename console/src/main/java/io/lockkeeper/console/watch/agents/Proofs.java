package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agents that a live lease or waiter names. Any agent's user may write any agent's document, for MongoDB's roles end at the collection;
 * what an agent's document says is proven by what it does.
 */
record Proofs(Set<Proof> live) {

    static final Proofs NONE = new Proofs(Set.of());

    record Proof(String agent, String service, String instance, String host) {}

    static Proofs of(Board board, Instant now) {
        return new Proofs(board.live().stream()
                .flatMap(lock -> owners(lock, now))
                .map(owner -> new Proof(owner.agent(), owner.service(), owner.instance(), owner.host()))
                .collect(Collectors.toSet()));
    }

    boolean isProven(AgentDocument agent) {
        return live.contains(new Proof(agent.id(), agent.service(), agent.instance(), agent.host()));
    }

    private static Stream<Owner> owners(Lock lock, Instant now) {
        return Stream.concat(
                lock.holders().stream()
                        .filter(holder -> LeaseTimes.isLive(holder, now))
                        .map(Holder::owner),
                lock.queue().stream()
                        .filter(waiter -> waiter.expiresAt().isAfter(now))
                        .map(Waiter::owner));
    }
}
