package io.lockkeeper.console.judge.waits;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Article;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.formats.Formats;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A deadlock: who waits for whom, when it ends by itself, and which eviction ends it. */
final class DeadlockCard extends Article {

    private final H2 title = new H2();
    private final Paragraph circle = styled(new Paragraph(), "evidence");
    private final Paragraph end = styled(new Paragraph(), "dim");
    private final Paragraph remedy = new Paragraph();
    private final Button evict = new Button();
    private @Nullable Deadlock shown;

    /** @param refusal why the user cannot evict; empty if the user can */
    DeadlockCard(String refusal, Consumer<Held> onEvict) {
        addClassNames("finding", "urgent", "deadlock");
        Span severity = new Span("urgent");
        severity.setClassName("severity urgent");
        Div head = styled(new Div(severity, title), "finding-head");
        evict.addThemeVariants(ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_SMALL);
        evict.setEnabled(refusal.isEmpty());
        evict.setTooltipText(refusal.isEmpty() ? null : refusal);
        evict.addClickListener(click -> {
            if (shown != null) {
                onEvict.accept(shown.toEvict());
            }
        });
        add(head, circle, remedy, end, styled(new Div(evict), "finding-foot"));
    }

    void show(Deadlock deadlock, Instant now) {
        shown = deadlock;
        int size = deadlock.circle().size();
        Components.text(
                title,
                size == 1
                        ? "A thread waits for itself"
                        : String.format(Locale.ROOT, "Deadlock: %,d wait for each other", size));
        Components.text(circle, deadlock.sentence());
        Components.text(remedy, deadlock.isBroken() ? "" : deadlock.remedy(now));
        remedy.setVisible(!deadlock.isBroken());
        Components.text(end, deadlock.end(now));
        Components.text(
                evict,
                deadlock.isBroken()
                        ? "Show the eviction…"
                        : "Evict the holder of %s…"
                                .formatted(Formats.name(deadlock.toEvict().name())));
    }
}
