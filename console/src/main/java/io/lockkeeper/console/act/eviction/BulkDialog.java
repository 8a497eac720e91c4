package io.lockkeeper.console.act.eviction;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.checkbox.Checkbox;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.BrowserAddress;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.scope.LockId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Evicts several holders for one reason: chosen from a list of what would happen, which then shows what did. */
final class BulkDialog extends Dialog {

    /** The consequences of more would not be read. */
    static final int MOST = 50;

    private static final List<String> COLUMNS = List.of("Evict", "Lock and holder", "Held for", "What happens");

    private final List<BulkRow> rows;
    private final BiFunction<List<EvictionRequest>, Runnable, BulkRun> start;
    private final Checkbox all = new Checkbox("All of them");
    private final ReasonField reason = new ReasonField();
    private final Paragraph verdict = styled(new Paragraph(), "verdict");
    private final Button cancel = new Button("Cancel", click -> close());
    private final Button stop = new Button("Stop");
    private final Button evict = new Button("Evict", click -> evict());
    private final Map<BulkRow, String> made = new HashMap<>();
    private @Nullable BulkRun run;

    /**
     * A holder that can be evicted.
     *
     * @param since since when it holds the lock, if that is known
     * @param forecast what would happen, in a sentence
     */
    record Offer(LockId lock, Seen seen, Optional<Instant> since, Supplier<String> forecast) {}

    /**
     * @param row makes an offer's row, which reports each change of its selection
     * @param start starts the evictions, and reports when all are done
     */
    BulkDialog(
            List<Offer> offers,
            BiFunction<Offer, Runnable, BulkRow> row,
            BiFunction<List<EvictionRequest>, Runnable, BulkRun> start) {
        this.start = start;
        rows = offers.stream()
                .limit(MOST)
                .map(offer -> row.apply(offer, this::count))
                .toList();
        addClassNames("eviction", "bulk");
        setHeaderTitle("Evict several holders");
        verdict.getElement().setAttribute("role", "status");
        all.addValueChangeListener(change -> rows.forEach(each -> each.choose(change.getValue())));
        Table table = new Table("Holders that can be evicted", "bulk-row", COLUMNS);
        rows.forEach(table.body()::add);
        Div list = styled(new Div(table), "bulk-list");
        add(styled(new Div(intro(offers.size() - rows.size()), all, list, verdict, reason), "content"));
        buttons();
        setCloseOnOutsideClick(false);
        count();
    }

    private void buttons() {
        evict.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_ERROR);
        evict.setDisableOnClick(true);
        stop.setVisible(false);
        stop.addClickListener(click -> {
            if (run != null) {
                run.stop();
            }
        });
        getFooter().add(cancel, stop, evict);
    }

    private static Paragraph intro(int more) {
        String words =
                "The holders that the list shows now. Each that you choose is evicted by itself, if it still holds its"
                        + " lock then, and is on record with your reason. This can't be undone.";
        return new Paragraph(
                more == 0
                        ? words
                        : words
                                + String.format(
                                        Locale.ROOT,
                                        " %,d more are not listed: narrow the list by a search first.",
                                        more));
    }

    private void count() {
        long chosen = rows.stream().filter(BulkRow::isChosen).count();
        evict.setText(chosen == 1 ? "Evict 1 holder" : String.format(Locale.ROOT, "Evict %d holders", chosen));
        evict.setEnabled(chosen > 0);
    }

    private void evict() {
        if (!reason.begin(this::evict)) {
            count();
        }
    }

    private void evict(String words) {
        List<BulkRow> chosen = rows.stream().filter(BulkRow::isChosen).toList();
        String ip = BrowserAddress.present();
        List<EvictionRequest> requests =
                chosen.stream().map(row -> row.request(words, ip)).toList();
        for (int i = 0; i < chosen.size(); i++) {
            made.put(chosen.get(i), requests.get(i).id());
        }
        begin(requests);
    }

    private void begin(List<EvictionRequest> requests) {
        run = start.apply(requests, this::show);
        rows.forEach(BulkRow::freeze);
        made.keySet().forEach(BulkRow::showWaiting);
        all.setVisible(false);
        reason.setVisible(false);
        evict.setVisible(false);
        stop.setVisible(true);
        show();
    }

    /** Shows what has become of each so far. */
    void show() {
        BulkRun begun = run;
        if (begun == null) {
            return;
        }
        long known = made.entrySet().stream()
                .filter(each -> begun.course(each.getValue())
                        .map(course -> {
                            each.getKey().show(course);
                            return course;
                        })
                        .isPresent())
                .count();
        stop.setVisible(!begun.isOver());
        cancel.setText("Close");
        Components.text(
                verdict,
                begun.isOver()
                        ? "Done. The audit has a record of each."
                        : "%s of %s are sent. Closing this page does not stop the others."
                                .formatted(known, made.size()));
    }
}
