package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.mongodb.Delta;
import io.lockkeeper.model.StoredTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The grants in an update of a lock whose document before is no longer known, because the recorder paused for longer than the server keeps
 * the past: their tokens, and little else.
 */
final class PartialGrants {

    private static final String HOLDERS = "holders";
    private static final BsonString UNKNOWN = new BsonString("");

    private PartialGrants() {}

    static List<HistoryEvent> of(String lock, Delta delta, Instant at) {
        return holders(delta.changed()).stream()
                .filter(holder -> holder.isNumber("token"))
                .map(holder -> seen(lock, holder, at))
                .toList();
    }

    private static HistoryEvent seen(String lock, BsonDocument holder, Instant at) {
        Instant granted = holder.isDateTime("acquiredAt")
                ? StoredTimes.ofMillis(holder.getDateTime("acquiredAt").getValue())
                        .orElse(at)
                : at;
        BsonValue acquirer = holder.get("acquirer", UNKNOWN);
        return new HistoryEvent.TokenSeen(
                lock,
                holder.getNumber("token").longValue(),
                acquirer.isString() ? acquirer.asString().getValue() : "",
                granted);
    }

    /** The holders in the update: all of them, one of them, or single fields of one. */
    private static List<BsonDocument> holders(BsonDocument changed) {
        Map<String, BsonDocument> byIndex = new TreeMap<>();
        List<BsonDocument> whole = new ArrayList<>();
        changed.forEach((path, value) -> {
            String[] steps = path.split("\\.", 3);
            if (!steps[0].equals(HOLDERS)) {
                return;
            }
            if (value instanceof BsonArray all && steps.length == 1) {
                all.stream()
                        .filter(BsonValue::isDocument)
                        .map(BsonValue::asDocument)
                        .forEach(whole::add);
            } else if (value instanceof BsonDocument one && steps.length == 2) {
                whole.add(one);
            } else if (steps.length == 3) {
                byIndex.computeIfAbsent(steps[1], unused -> new BsonDocument()).put(steps[2], value);
            }
        });
        whole.addAll(byIndex.values());
        return whole;
    }
}
