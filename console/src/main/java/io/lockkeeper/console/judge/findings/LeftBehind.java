package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.dialect.Expiry;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.PurgeIndex;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Locks of other libraries that one of our agents took together with a lease and left behind when it died. The holder's name is
 * {@code lockkeeper:SERVICE:INSTANCE:AGENT.NUMBER}; if the library does not free locks by itself, an operator has to. The lock
 * stays for longer than its agent is remembered.
 */
final class LeftBehind {

    private static final String PREFIX = "lockkeeper:";

    private final AgentLives agents;
    private final boolean known;
    private final Map<String, AgentDocument> silent;

    LeftBehind(AgentLives agents) {
        this.agents = agents;
        known = agents.silent().isPresent();
        silent = agents.silent().orElse(List.of()).stream()
                .collect(Collectors.toMap(AgentDocument::id, Function.identity(), (one, other) -> one));
    }

    /** The evidence, if the lock was left behind. */
    Optional<String> judge(ObservedHold hold, Instant now) {
        if (!known || !(hold.expiry() instanceof Expiry.Never)) {
            return Optional.empty();
        }
        return hold.holders().stream()
                .filter(holder -> holder.startsWith(PREFIX))
                .flatMap(holder -> why(holder, hold, now).stream())
                .findFirst();
    }

    private Optional<String> why(String holder, ObservedHold hold, Instant now) {
        AgentDocument agent = silent.get(agent(holder));
        if (agent != null) {
            return Optional.of(
                    "%s took it together with a lease, and that agent, instance %s of %s, has been silent since %s. Nothing else frees it."
                            .formatted(
                                    Formats.visible(holder),
                                    Formats.visible(agent.instance()),
                                    Formats.visible(agent.service()),
                                    Formats.exact(agent.lastSeen())));
        }
        boolean old = hold.since()
                .filter(since -> since.isBefore(now.minus(PurgeIndex.RETENTION)))
                .isPresent();
        return old && !agents.isListed(agent(holder)) ? Optional.of(forgotten(holder)) : Optional.empty();
    }

    private static String forgotten(String holder) {
        return "%s took it together with a lease. The console does not know that agent any more: it has been silent for more than a day, or keeps its leases in another database. Nothing else frees it."
                .formatted(Formats.visible(holder));
    }

    private static String agent(String holder) {
        String last = holder.substring(holder.lastIndexOf(':') + 1);
        int dot = last.indexOf('.');
        return dot < 0 ? last : last.substring(0, dot);
    }
}
