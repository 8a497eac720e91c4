package io.lockkeeper.console.locks;

import com.vaadin.flow.data.provider.DataGenerator;
import io.lockkeeper.console.board.LockView;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The rows that the browser holds, as they were sent, and where they stood. */
final class SentRows implements DataGenerator<LockRow> {

    private final Map<String, LockRow> rows = new HashMap<>();

    @Override
    public void generateData(LockRow row, ObjectNode json) {
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

    /** Whether every row that was sent stands where it stood. */
    boolean standAt(List<LockView> locks) {
        return rows.values().stream()
                .allMatch(row -> row.place() < locks.size()
                        && locks.get(row.place()).name().equals(row.name()));
    }

    /** The rows that differ from what was sent; all stand where they stood. */
    List<LockRow> changed(List<LockView> locks, Instant now) {
        return rows.values().stream()
                .map(row -> LockRow.of(locks.get(row.place()), row.place(), now))
                .filter(row -> !row.equals(rows.get(row.name())))
                .toList();
    }
}
