package io.lockkeeper.simulation.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The points of the agent's code at which another thread could come in between, each with a name and a line. */
public final class Points {

    private static final List<Point> POINTS = new ArrayList<>();
    private static final Map<String, Integer> NAMED = new HashMap<>();
    private static final int MOST = 4096;

    private Points() {}

    /**
     * One point.
     *
     * @param name the class and method, and the step that comes next
     * @param line where it stands in the source now
     */
    public record Point(String name, int line) {}

    public static int add(String name, int line) {
        String unique = name;
        for (int i = 2; NAMED.containsKey(unique); i++) {
            unique = name + "~" + i;
        }
        NAMED.put(unique, POINTS.size());
        POINTS.add(new Point(unique, line));
        return POINTS.size() - 1;
    }

    public static Point point(int number) {
        return POINTS.get(number);
    }

    /** Room for all, also for those of classes that are not loaded yet. */
    public static int count() {
        return MOST;
    }
}
