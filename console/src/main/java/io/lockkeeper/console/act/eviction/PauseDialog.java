package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.select.Select;
import io.lockkeeper.console.ground.formats.Formats;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Asks for how long, or until when, and why a lock is paused. */
final class PauseDialog extends Dialog {

    /** Stands for a time that the operator names. */
    private static final Duration UNTIL = Duration.ZERO;

    private final Select<Duration> time = new Select<>();
    private final UntilField until;
    private final ReasonField reason =
            new ReasonField("a deployment is under way", "its data is being repaired", "the service behind it is down");
    private final Button pause = new Button("Pause", click -> pause());
    private final Supplier<Instant> now;
    private final BiConsumer<Instant, String> start;

    /**
     * @param needs words that a second person has to consent, and what that means; empty if no consent is needed
     * @param start pauses the lock until that time for that reason; throws IllegalArgumentException if either breaks a rule
     */
    PauseDialog(String lock, Optional<String> needs, Supplier<Instant> now, BiConsumer<Instant, String> start) {
        this.now = now;
        this.start = start;
        addClassNames("eviction", "pause");
        setHeaderTitle("Pause %s".formatted(Formats.visible(lock)));
        time.setLabel("For");
        time.setItems(
                Duration.ofMinutes(15),
                Duration.ofHours(1),
                Duration.ofHours(4),
                Duration.ofDays(1),
                Duration.ofDays(7),
                UNTIL);
        time.setItemLabelGenerator(PauseDialog::words);
        time.setValue(Duration.ofHours(1));
        until = new UntilField(now);
        until.setVisible(false);
        time.addValueChangeListener(change -> until.setVisible(UNTIL.equals(change.getValue())));
        Div content = new Div(
                new Paragraph(
                        "Until then no process acquires this lock, with any version of the agent. The holder keeps it until it"
                                + " is released or expires, waiters keep their places, and a try is refused. You can end the pause at"
                                + " any time. It is on record with your reason."),
                time,
                until,
                reason);
        content.addClassName("content");
        needs.ifPresent(why -> {
            pause.setText("Ask to pause");
            Paragraph told = new Paragraph(why);
            told.addClassNames("verdict", "needs-consent");
            content.addComponentAtIndex(1, told);
        });
        add(content);
        pause.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        getFooter().add(new Button("Cancel", click -> close()), pause);
    }

    private void pause() {
        Instant end =
                until.isVisible() ? until.checked().orElse(null) : now.get().plus(time.getValue());
        if (end != null && reason.begin(words -> start.accept(end, words))) { // else the fields say why
            close();
        }
    }

    private static String words(Duration time) {
        return time.equals(UNTIL) ? "Until a time …" : Formats.inWords(time);
    }
}
