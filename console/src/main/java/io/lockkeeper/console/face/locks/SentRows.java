package io.lockkeeper.console.face.locks;

import com.vaadin.flow.data.provider.DataGenerator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import tools.jackson.databind.node.ObjectNode;

/** The rows that the browser has, with the state and place in which they were sent. */
final class SentRows implements DataGenerator<LockRow> {

    private final Map<String, LockRow> rows = new HashMap<>();

    @Override
    public void generateData(LockRow row, ObjectNode json) {
        json.put("lock", row.name());
        rows.put(row.name(), row);
    }

    @Override
    public void destroyData(LockRow row) {
        rows.remove(row.name());
    }

    @Override
    public void destroyAllData() {
        rows.clear();
    }

    /** Whether every row that was sent is still at its place. */
    boolean standAt(List<Line> lines) {
        return rows.values().stream()
                .allMatch(row -> row.place() < lines.size()
                        && lines.get(row.place()).key().equals(row.name()));
    }

    /** The rows that differ from what was sent, given that all are still at their places. */
    List<LockRow> changed(IntFunction<LockRow> now) {
        return rows.values().stream()
                .map(row -> now.apply(row.place()))
                .filter(row -> !row.equals(rows.get(row.name())))
                .toList();
    }
}
