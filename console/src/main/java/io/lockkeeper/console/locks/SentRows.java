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

    /** Whether every place of the list in which a sent row stood holds the same lock as before. */
    boolean standAt(List<LockView> locks, List<LockView> before) {
        for (int i = 0; i < before.size(); i++) {
            String name = before.get(i).name();
            if (!name.equals(locks.get(i).name())
                    && (rows.containsKey(name) || rows.containsKey(locks.get(i).name()))) {
                return false;
            }
        }
        return true;
    }

    /** The rows that differ from what was sent. */
    List<LockRow> changed(List<LockView> locks, Instant now) {
        return locks.stream()
                .filter(lock -> rows.containsKey(lock.name()))
                .map(lock -> LockRow.of(lock, now))
                .filter(row -> !row.equals(rows.get(row.name())))
                .toList();
    }
}
