package io.lockkeeper.simulation.history;

import io.lockkeeper.simulation.code.Points;
import io.lockkeeper.simulation.machine.Decisions;
import io.lockkeeper.simulation.world.Fate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was decided once: {@code hold STRAND POINT TIME NANOS} and {@code fate AGENT CALL TIME FATE}, with bars between the words. */
final class KeptDecisions implements Decisions {

    private final Map<String, String> kept = new HashMap<>();

    KeptDecisions(List<String> lines) {
        for (String line : lines) {
            int last = line.lastIndexOf('|');
            kept.put(line.substring(0, last), line.substring(last + 1));
        }
    }

    static boolean isOne(String line) {
        return line.startsWith("hold|") || line.startsWith("fate|");
    }

    static String hold(String strand, String point, int time, long nanos) {
        return String.format(Locale.ROOT, "hold|%s|%s|%d|%d", strand, point, time, nanos);
    }

    static String fate(String agent, String kind, int time, String fate) {
        return String.format(Locale.ROOT, "fate|%s|%s|%d|%s", agent, kind, time, fate);
    }

    @Override
    public long hold(String strand, int point, int time) {
        if (kept.isEmpty()) {
            return -1;
        }
        String nanos = kept.get("hold|" + strand + "|" + Points.point(point).name() + "|" + time);
        return nanos == null ? -1 : Long.parseLong(nanos);
    }

    @Override
    public String fate(String agent, String kind, int time) {
        return kept.getOrDefault("fate|" + agent + "|" + kind + "|" + time, Fate.WELL.name());
    }
}
