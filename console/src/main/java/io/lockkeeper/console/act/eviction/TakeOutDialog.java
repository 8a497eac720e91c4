package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Waiter;
import java.util.Optional;
import java.util.function.Consumer;

/** Why a waiter is taken out of a queue. */
final class TakeOutDialog extends Dialog {

    private final ReasonField reason =
            new ReasonField("it waits for the wrong lock", "its caller has given up", "asked for by its owner");
    private final Button takeOut = new Button("Take this waiter out", click -> takeOut());
    private final Consumer<String> start;

    /**
     * @param needs that a second person has to consent, and what that means, in words; empty if that is not needed
     * @param start takes it out for that reason; throws IllegalArgumentException where that breaks a rule
     */
    TakeOutDialog(String lock, Waiter seen, Optional<String> needs, Consumer<String> start) {
        this.start = start;
        addClassNames("eviction", "take-out");
        setHeaderTitle("Take a waiter out of the queue of %s?".formatted(Formats.visible(lock)));
        Div content = new Div(
                new Paragraph("Waiting: %s, since %s."
                        .formatted(
                                Formats.visible(Holders.words(seen.owner())),
                                Times.present().named(seen.since()))),
                new Paragraph(
                        "Its call ends with an exception that names you and your reason, and its agent does not ask again. If the"
                                + " lock is granted to it first, nothing is changed."),
                reason);
        content.addClassName("content");
        needs.ifPresent(why -> {
            takeOut.setText("Ask to take it out");
            Paragraph told = new Paragraph(why);
            told.addClassNames("verdict", "needs-consent");
            content.addComponentAtIndex(2, told);
        });
        add(content);
        takeOut.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_ERROR);
        getFooter().add(new Button("Cancel", click -> close()), takeOut);
    }

    private void takeOut() {
        if (reason.begin(start)) {
            close();
        }
    }
}
