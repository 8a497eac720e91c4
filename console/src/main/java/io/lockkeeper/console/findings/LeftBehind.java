package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.dialect.Expiry;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.AgentDocument;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Locks of other libraries that one of our agents took together with a lease and left behind when it died. The holder's name is
 * {@code lockkeeper:SERVICE:INSTANCE:AGENT.NUMBER}; if the library does not free locks by itself, an operator has to.
 */
final class LeftBehind {

    private static final String PREFIX = "lockkeeper:";

    private final Map<String, AgentDocument> silent;

    LeftBehind(AgentLives agents) {
        silent = agents.silent().orElse(List.of()).stream()
                .collect(Collectors.toMap(AgentDocument::id, Function.identity(), (one, other) -> one));
    }

    /** The evidence, if the lock was left behind. */
    Optional<String> judge(ForeignLock lock) {
        if (!(lock.expiry() instanceof Expiry.Never)) {
            return Optional.empty();
        }
        return lock.holders().stream()
                .filter(holder -> holder.startsWith(PREFIX))
                .flatMap(holder -> Optional.ofNullable(silent.get(agent(holder))).stream())
                .findFirst()
                .map(agent ->
                        "%s took it together with a lease, and that agent, instance %s of %s, has been silent since %s. Nothing else frees it."
                                .formatted(
                                        Words.visible(String.join(", ", lock.holders())),
                                        Words.visible(agent.instance()),
                                        Words.visible(agent.service()),
                                        Words.exact(agent.lastSeen())));
    }

    private static String agent(String holder) {
        String last = holder.substring(holder.lastIndexOf(':') + 1);
        int dot = last.indexOf('.');
        return dot < 0 ? last : last.substring(0, dot);
    }
}
