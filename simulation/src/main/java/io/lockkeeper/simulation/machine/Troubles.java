package io.lockkeeper.simulation.machine;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Until when something goes wrong for one process, or went: the rules excuse what that explains. */
public final class Troubles {

    /** What goes wrong. */
    public enum Kind {
        NETWORK,
        PAUSE,
        CALLER_STANDS_STILL,
        AGENT_STANDS_STILL
    }

    /** What delays a process whose server answers. */
    public static final Set<Kind> STANDSTILL = Set.of(Kind.PAUSE, Kind.CALLER_STANDS_STILL, Kind.AGENT_STANDS_STILL);

    /** What delays a caller beside what happens to other callers. */
    public static final Set<Kind> BUT_OF_CALLERS = Set.of(Kind.NETWORK, Kind.PAUSE, Kind.AGENT_STANDS_STILL);

    /** Anything. */
    public static final Set<Kind> ANY = Set.of(Kind.values());

    private final Map<Kind, Long> untilByKind = new EnumMap<>(Kind.class);

    void add(Kind kind, long until) {
        untilByKind.merge(kind, until, Math::max);
    }

    /** Until when something of these goes wrong, or went. */
    public long until(Set<Kind> kinds) {
        return untilByKind.entrySet().stream()
                .filter(each -> kinds.contains(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(Long.MIN_VALUE / 2);
    }
}
