package io.lockkeeper.console.act.audit;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.agents.LateWords;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.board.EvictionWords;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The outcome of an entry, kept current until it is final. */
final class OutcomeCell extends Div {

    private final AuditEntry entry;
    private final boolean operator;
    private @Nullable EvictionState drawn;

    /** @param operator whether the viewer may read the server's own words */
    OutcomeCell(AuditEntry entry, boolean operator) {
        this.entry = entry;
        this.operator = operator;
        addClassName("pair");
    }

    void refresh(Function<AuditEntry, EvictionState> states) {
        RecordedOutcome.of(entry).ifPresentOrElse(this::drawOnce, () -> follow(states));
    }

    private void drawOnce(RecordedOutcome outcome) {
        if (getComponentCount() == 0) {
            draw(outcome.brief(), outcome.css(), Times.present().in(outcome.meaning()));
        }
    }

    private void follow(Function<AuditEntry, EvictionState> states) {
        EvictionState state = drawn != null && drawn.isFinal() ? drawn : states.apply(entry);
        if (!state.equals(drawn)) {
            drawn = state;
            removeAll();
            draw(EvictionWords.brief(state), EvictionWords.css(state), detail(state));
        }
    }

    private void draw(String brief, String css, String meaning) {
        Span word = new Span(brief);
        word.setClassName("outcome " + css);
        Span detail = new Span(meaning);
        detail.addClassName("dim");
        detail.setTitle(detail.getText());
        add(word, detail);
        Consent consent = entry.consent();
        if (consent != null) {
            add(decided(consent));
        }
        entry.late().forEach(deed -> add(late(deed)));
        Result result = entry.result();
        if (operator && result != null && !result.error().isEmpty()) {
            Span error = new Span("MongoDB: " + Formats.visible(result.error()));
            error.addClassNames("dim", "error");
            error.setTitle(error.getText());
            add(error);
        }
    }

    private static Span decided(Consent consent) {
        Span decided = new Span(ConsentWords.line(consent));
        decided.addClassNames("dim", "decided");
        decided.setTitle(ConsentWords.when(consent));
        return decided;
    }

    private static Span late(AuditEntry.LateDeed deed) {
        Span late = new Span(
                "%s %s after its eviction".formatted(LateWords.deed(deed.kind()), Formats.lasted(deed.after())));
        late.addClassName("late");
        late.setTitle("First at " + Formats.exact(deed.at()));
        return late;
    }

    private String detail(EvictionState state) {
        Result result = entry.result();
        return state instanceof NothingChanged
                        && result != null
                        && !result.detail().isEmpty()
                ? Times.present().in(Formats.visible(result.unchanged()))
                : EvictionWords.meaning(state);
    }
}
