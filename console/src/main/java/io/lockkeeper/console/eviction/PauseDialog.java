package io.lockkeeper.console.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.select.Select;
import io.lockkeeper.console.shell.Words;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Asks for how long, and why, nobody is to acquire a lock. */
final class PauseDialog extends Dialog {

    private final Select<Duration> time = new Select<>();
    private final ReasonField reason =
            new ReasonField("a deployment is under way", "its data is being repaired", "the service behind it is down");
    private final Button pause = new Button("Pause", click -> pause());
    private final BiConsumer<Duration, String> start;

    /**
     * @param needs words that a second person has to consent, and what that means; empty if no consent is needed
     * @param start pauses the lock for that time and reason; throws IllegalArgumentException if either breaks a rule
     */
    PauseDialog(String lock, Optional<String> needs, BiConsumer<Duration, String> start) {
        this.start = start;
        addClassNames("eviction", "pause");
        setHeaderTitle("Pause %s".formatted(Words.visible(lock)));
        time.setLabel("For");
        time.setItems(
                Duration.ofMinutes(15),
                Duration.ofHours(1),
                Duration.ofHours(4),
                Duration.ofDays(1),
                Duration.ofDays(7));
        time.setItemLabelGenerator(PauseDialog::words);
        time.setValue(Duration.ofHours(1));
        Div content = new Div(
                new Paragraph(
                        "Until then nobody acquires this lock, whatever version its agent has. Whoever holds it keeps it"
                                + " until it is released or expires; whoever waits keeps its place; a try is refused. You can end the"
                                + " pause at any time. It is on record with your reason."),
                time,
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
        try {
            start.accept(time.getValue(), reason.text());
            close();
        } catch (IllegalArgumentException e) {
            reason.refuse(String.valueOf(e.getMessage()));
        }
    }

    private static String words(Duration time) {
        long hours = time.toHours();
        if (hours == 0) {
            return time.toMinutes() + " minutes";
        }
        if (hours < 24) {
            return hours == 1 ? "1 hour" : hours + " hours";
        }
        return time.toDays() == 1 ? "1 day" : time.toDays() + " days";
    }
}
