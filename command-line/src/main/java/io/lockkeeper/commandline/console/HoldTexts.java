package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** Formats holds of other libraries' locks for people. */
final class HoldTexts {

    private static final String UNKNOWN = "unknown";

    private HoldTexts() {}

    static List<String> table(BsonArray holds) {
        Table table = new Table("LOCK", "SOURCE", "HOLDER", "ACQUIRED", "HELD", "ENDED");
        holds.forEach(each -> row(each.asDocument(), table));
        return table.lines();
    }

    private static void row(BsonDocument hold, Table table) {
        boolean ended = hold.isString("ending");
        table.row(
                AnsweredFields.text(hold, "lock"),
                AnsweredFields.text(hold, "source"),
                hold.isString("holder") ? AnsweredFields.text(hold, "holder") : UNKNOWN,
                hold.isString("acquiredAt")
                        ? Plain.instant(Instant.parse(AnsweredFields.text(hold, "acquiredAt")))
                        : UNKNOWN,
                ended ? held(hold) : "-",
                ended ? AnsweredFields.text(hold, "ending").toLowerCase(Locale.ROOT) : "still held");
    }

    private static String held(BsonDocument hold) {
        return hold.isNumber("heldMillis")
                ? Plain.duration(Duration.ofMillis(AnsweredFields.number(hold, "heldMillis")))
                : UNKNOWN;
    }
}
