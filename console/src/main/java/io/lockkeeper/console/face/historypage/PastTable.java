package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ask.past.PastAnswer;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result as rows that stay in place, or why there is none. */
final class PastTable extends Div {

    /** The rows of a page. */
    static final int MOST = 200;

    private static final int SKELETON_ROWS = 8;
    private static final String NOT_WHOLE = "Not all of it was recorded: a lock may have been held all the same.";

    private final Paragraph caveat = new Paragraph();
    private final CountedLeases counted = new CountedLeases();
    private final Table table = new Table("Leases", "past", PastRow.columns());
    private final Div instead = new Div();
    private final KeyedRows<Object, PastEntry, PastRow> rows =
            new KeyedRows<>(table.body(), PastEntry::key, PastRow::new, PastRow::show);

    PastTable() {
        addClassName("past-table");
        caveat.addClassName("caveat");
        caveat.setVisible(false);
        counted.setVisible(false);
        table.setVisible(false);
        add(caveat, counted, table, instead);
        for (int i = 0; i < SKELETON_ROWS; i++) {
            Div row = new Div();
            row.addClassName("skeleton");
            instead.add(row);
        }
    }

    /**
     * Shows an answer, and returns its rows.
     *
     * @param narrowed whether the question names anything
     * @param following whether the moment is the present
     */
    List<PastEntry> show(PastAnswer answer, boolean narrowed, boolean following) {
        String said = PastWords.caveat(answer);
        caveat.setVisible(!said.isEmpty());
        Components.text(caveat, said);
        counted.setVisible(true);
        counted.show(answer);
        List<PastEntry> entries = PastEntry.first(answer, following, MOST);
        rows.show(entries);
        table.setVisible(!entries.isEmpty());
        instead.setVisible(entries.isEmpty());
        if (entries.isEmpty()) {
            nothing(answer, narrowed);
        }
        return entries;
    }

    void fail(@Nullable Exception failure) {
        HistoryTrouble trouble = HistoryTrouble.of(failure);
        say(trouble.what(), trouble.next());
    }

    void say(String what, String next) {
        caveat.setVisible(false);
        counted.setVisible(false);
        table.setVisible(false);
        instead.setVisible(true);
        message(what, next);
    }

    private void nothing(PastAnswer answer, boolean narrowed) {
        boolean ofMoment = answer.question().isOfAMoment();
        if (answer.countedLeases() > 0) {
            message("All leases of this time were counted, and none is listed.", "None was slow or ended abnormally.");
        } else if (!answer.isWhole() && !narrowed) {
            message(
                    ofMoment ? "No lease is on record at this moment." : "No lease is on record in this time.",
                    NOT_WHOLE);
        } else if (narrowed) {
            message(
                    ofMoment ? "Nothing matches at this moment." : "Nothing matches in this time.",
                    answer.isWhole() ? "Names are compared as a whole, and case counts." : NOT_WHOLE);
        } else {
            message(
                    ofMoment ? "No lock was held at this moment." : "No lock was granted in this time.",
                    "Choose another moment above.");
        }
    }

    private void message(String what, String next) {
        instead.removeAll();
        instead.add(Components.message(what, next));
    }
}
