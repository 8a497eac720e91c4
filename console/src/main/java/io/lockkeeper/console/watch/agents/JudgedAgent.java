package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.NaturalOrder;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ServedProcesses;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent: who it is, what its leases and waiters show, and whether it lives.
 *
 * @param document what it says of itself; null if it writes no document, or that was not read
 * @param proven whether a live lease or waiter backs what it says of itself
 * @param doing what it does, within the scope of the user
 * @param remaining the first of the leases that it still has, if it went silent
 */
public record JudgedAgent(
        String id,
        String service,
        String instance,
        String host,
        long pid,
        @Nullable AgentDocument document,
        boolean proven,
        AgentLife life,
        AgentActivity doing,
        List<Remaining> remaining) {

    /** Why an agent needs somebody; the most urgent first. */
    enum Worry {
        SILENT_WITH_LOCKS,
        SILENT,
        LATE,
        NONE,
        ENDED
    }

    /** The most worrying first; equal ones by instance. */
    static final Comparator<JudgedAgent> ORDER = Comparator.comparing(JudgedAgent::worry)
            .thenComparing(JudgedAgent::instance, NaturalOrder.OF_NAMES)
            .thenComparing(JudgedAgent::id);

    static JudgedAgent of(AgentDocument agent, boolean proven, AgentLife life, AgentActivity doing) {
        return new JudgedAgent(
                agent.id(),
                agent.service(),
                agent.instance(),
                agent.host(),
                agent.pid(),
                agent,
                proven,
                life,
                doing,
                List.of());
    }

    /** An agent known only from its leases and waiters, which prove what they say. */
    static JudgedAgent of(Owner owner, AgentLife life, AgentActivity doing) {
        return new JudgedAgent(
                owner.agent(),
                owner.service(),
                owner.instance(),
                owner.host(),
                owner.pid(),
                null,
                true,
                life,
                doing,
                List.of());
    }

    JudgedAgent leaving(List<Remaining> leases) {
        return new JudgedAgent(id, service, instance, host, pid, document, proven, life, doing, leases);
    }

    /** Whether it is alive by its own document, and neither holds a lock nor waits for one. */
    public boolean isIdle() {
        return life instanceof AgentLife.Alive && !proven;
    }

    public boolean isSilent() {
        return life instanceof AgentLife.Silent;
    }

    /** Whether a host agent has seen the end of its process. */
    boolean hasEnded() {
        return document != null && document.ended() != null;
    }

    /** The sentence that its process has ended, if a host agent has seen that. */
    Optional<String> ended() {
        return Optional.ofNullable(document)
                .map(AgentDocument::ended)
                .map(ended -> "Its process has ended, as the host agent on %s saw at %s. What it held was freed."
                        .formatted(Formats.visible(ended.seenBy()), Formats.exact(ended.at())));
    }

    /** The version of the library; empty where that is not known. */
    public String version() {
        return document == null ? "" : document.version();
    }

    /** The locks of another kind that each of its leases holds as well, in words; empty where there are none, or it is not known. */
    public String outerLocks() {
        return document == null || document.outerLocks() == null ? "" : document.outerLocks();
    }

    /** How it is woken, {@code local}, {@code database} or {@code stream}; empty where that is not known. */
    public String wakes() {
        return document == null
                ? ""
                : Optional.ofNullable(document.wakes()).map(HintPlace::text).orElse("stream");
    }

    /** What it is found by: its own names, and those of the processes that take locks through it. */
    Stream<String> words() {
        return Stream.concat(
                Stream.of(service, instance, host, version(), id, Long.toString(pid)),
                serves().stream()
                        .flatMap(served -> served.first().stream())
                        .flatMap(it -> Stream.of(it.service(), it.command(), Long.toString(it.pid()))));
    }

    /** The processes that take locks through it; empty unless it is a host agent's that serves any. */
    Optional<ServedProcesses> serves() {
        return Optional.ofNullable(document).map(AgentDocument::serves).filter(served -> served.count() > 0);
    }

    Worry worry() {
        if (hasEnded()) {
            return Worry.ENDED;
        }
        if (isSilent()) {
            return doing.held() > 0 ? Worry.SILENT_WITH_LOCKS : Worry.SILENT;
        }
        return doing.lateSince() == null ? Worry.NONE : Worry.LATE;
    }
}
