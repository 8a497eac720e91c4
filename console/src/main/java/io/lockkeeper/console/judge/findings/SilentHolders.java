package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Finds silent holders: by the life of a lease's agent, else by missing renewals, else by the agent that a holder's name shows. */
record SilentHolders(PassInput sight, PassFindings found) {

    private static final Duration WITHOUT_EXPIRY = Duration.ofMinutes(5);

    /** Whether the holder is silent. */
    boolean judge(ObservedLock lock, ObservedHold hold) {
        Optional<Holder> lease = hold.lease();
        return lease.isPresent() ? silent(lock, hold, lease.get()) : notRenewed(lock, hold);
    }

    private boolean silent(ObservedLock lock, ObservedHold hold, Holder lease) {
        if (!(sight.facts().life().apply(lease) instanceof AgentLife.Silent gone)) {
            return false;
        }
        found.add(
                Kind.SILENT_HOLDER,
                lock,
                hold,
                "The agent of %s has written nothing for %s. Its lease expires in %s%s."
                        .formatted(
                                hold.who(),
                                sight.since(gone.since()),
                                Formats.duration(Duration.between(sight.now(), lease.expiresAt())),
                                lock.waiting()));
        return true;
    }

    private boolean notRenewed(ObservedLock lock, ObservedHold hold) {
        Optional<String> evidence = hold.renewed().isPresent()
                ? hold.renewed().flatMap(last -> late(hold, last))
                : sight.facts().leftBehind().apply(hold);
        evidence.ifPresent(it -> found.add(Kind.NOT_RENEWED, lock, hold, it));
        return evidence.isPresent();
    }

    /** Renewals come at a third or half of the ttl: without one for three quarters of it, at least one is missing. */
    private Optional<String> late(ObservedHold hold, Instant last) {
        Optional<Duration> ttl = hold.expiry().instant().map(end -> Duration.between(last, end));
        Duration patience = ttl.map(it -> it.multipliedBy(3).dividedBy(4)).orElse(WITHOUT_EXPIRY);
        if (!sight.isOver(last, patience)) {
            return Optional.empty();
        }
        return Optional.of("%s renewed it %s ago for the last time%s."
                .formatted(
                        hold.who(),
                        sight.since(last),
                        ttl.map(it -> ", and the ttl is " + Formats.duration(it))
                                .orElse(", and nothing frees it")));
    }
}
