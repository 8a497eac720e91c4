package io.lockkeeper.console.act.eviction;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.checkbox.Checkbox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionWords;
import java.util.Optional;

/** One of several holders that may be evicted together: the prospect, and later the outcome. */
final class BulkRow extends NativeTableRow {

    private final BulkDialog.Offer offer;
    private final Checkbox chosen = new Checkbox();
    private final Span outcome = new Span();
    private final Span detail = styled(new Span(), "dim");

    BulkRow(BulkDialog.Offer offer, Optional<String> needs, Runnable changed) {
        this.offer = offer;
        String lock = offer.lock().name();
        addClassName("bulk-row");
        getElement().setAttribute("role", "row");
        chosen.setAriaLabel("Evict the holder of " + Formats.visible(lock));
        chosen.addValueChangeListener(change -> changed.run());
        Span name = Components.span("lock", lock);
        Span holder = Components.span("dim", offer.seen().holder());
        Div what = styled(new Div(name, holder), "pair");
        Components.text(
                detail,
                needs.map(why -> why + ". ").orElse("") + offer.forecast().get());
        Div becomes = styled(new Div(outcome, detail), "pair");
        Component age = offer.since().map(Ticking::age).orElseGet(() -> Components.span("dim", "unknown"));
        add(Table.cell(chosen), Table.cell(what), Table.cell(age), Table.cell(becomes));
    }

    boolean isChosen() {
        return chosen.getValue();
    }

    void choose(boolean choice) {
        chosen.setValue(choice);
    }

    /** The selection is final. */
    void freeze() {
        chosen.setReadOnly(true);
        if (!isChosen()) {
            Components.text(detail, "Not chosen.");
        }
    }

    EvictionRequest request(String reason, String ip) {
        return new EvictionRequest(offer.lock(), offer.seen(), reason, "", EvictionRequest.Way.MARK, ip);
    }

    void show(BulkRun.Course course) {
        EvictionState state = course.state();
        if (state == null) {
            Components.text(outcome, "not evicted");
            Components.css(outcome, "outcome nothing-changed");
            Components.text(detail, course.trouble());
        } else {
            Components.text(outcome, EvictionWords.brief(state));
            Components.css(outcome, "outcome " + EvictionWords.css(state));
            Components.text(detail, EvictionWords.meaning(state));
        }
    }

    void showWaiting() {
        Components.text(detail, "Its turn has not come yet.");
    }
}
