package io.lockkeeper.simulation.machine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Until when something goes wrong for one process, or went: the rules excuse what that explains. */
public final class Troubles {

    /** What goes wrong. */
    public enum Kind {
        NETWORK,
        /** A hint is lost or late, and the agent that it was for has to look for itself. */
        HINT,
        /** The call with which a closing agent ends all at once. */
        LAST_CALL,
        PAUSE,
        CALLER_STANDS_STILL,
        AGENT_STANDS_STILL
    }

    /** What delays a process whose server answers. */
    public static final Set<Kind> STANDSTILL = Set.of(Kind.PAUSE, Kind.CALLER_STANDS_STILL, Kind.AGENT_STANDS_STILL);

    /** What delays a caller beside what happens to other callers. */
    public static final Set<Kind> BUT_OF_CALLERS =
            Set.of(Kind.NETWORK, Kind.HINT, Kind.LAST_CALL, Kind.PAUSE, Kind.AGENT_STANDS_STILL);

    /** The same, where a hint that was lost is sent again. */
    public static final Set<Kind> BUT_OF_CALLERS_AND_HINTS =
            Set.of(Kind.NETWORK, Kind.LAST_CALL, Kind.PAUSE, Kind.AGENT_STANDS_STILL);

    /** What keeps an agent from looking for itself. */
    public static final Set<Kind> BUT_OF_HINTS =
            Set.of(Kind.NETWORK, Kind.LAST_CALL, Kind.PAUSE, Kind.CALLER_STANDS_STILL, Kind.AGENT_STANDS_STILL);

    /** What a closing agent may be hindered by, beside the one call that it repeats. */
    public static final Set<Kind> BUT_OF_LAST_CALL =
            Set.of(Kind.NETWORK, Kind.PAUSE, Kind.CALLER_STANDS_STILL, Kind.AGENT_STANDS_STILL);

    /** Anything. */
    public static final Set<Kind> ANY = Set.of(Kind.values());

    private final Map<Kind, Long> untilByKind = new EnumMap<>(Kind.class);
    private final List<Span> spans = new ArrayList<>();

    private record Span(Kind kind, long from, long until) {}

    void add(Kind kind, long from, long until) {
        untilByKind.merge(kind, until, Math::max);
        spans.add(new Span(kind, from, until));
    }

    /** The first time, at {@code from} or later, after which for so long nothing of these goes wrong. */
    public long quietFrom(Set<Kind> kinds, long from, long forSoLong) {
        long quiet = from;
        for (Span span : spans) { // in the order in which they began
            if (kinds.contains(span.kind) && span.from < quiet + forSoLong) {
                quiet = Math.max(quiet, span.until);
            }
        }
        return quiet;
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
