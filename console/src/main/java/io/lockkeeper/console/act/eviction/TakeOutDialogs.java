package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.consent.ConsentFeed;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.BrowserAddress;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Waiter;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator takes a waiter out of a queue. */
@Component
public class TakeOutDialogs {

    private final TakeOutService service;
    private final ConsentFeed consents;
    private final Background background;

    TakeOutDialogs(TakeOutService service, ConsentFeed consents, Background background) {
        this.service = service;
        this.consents = consents;
        this.background = background;
    }

    /** Why the present user cannot take a waiter of this lock out, in a sentence; empty if the user can. */
    Optional<String> refusal(LockId lock) {
        return service.refusal(lock);
    }

    /** Opens the dialog, bound to that waiter. */
    public void open(LockId lock, Waiter seen) {
        refusal(lock).ifPresentOrElse(Toasts::say, () -> dialog(lock, seen).open());
    }

    private TakeOutDialog dialog(LockId lock, Waiter seen) {
        return new TakeOutDialog(lock.name(), seen, consents.notice(lock.name()), reason -> {
            TakeOutRequest asked = TakeOutRequest.of(lock, seen, reason, BrowserAddress.present());
            background.change(
                    () -> service.takeOut(asked),
                    result -> Toasts.say(words(result)),
                    failure -> Toasts.warn(ChangeFailure.words(failure)));
        });
    }

    private static String words(Result result) {
        return switch (result.outcome()) {
            case ENDED -> result.detail();
            case HOLDER_CHANGED, GONE -> result.detail() + " Nothing was changed.";
            case AWAITS_CONSENT -> "Asked, and not done yet. " + Formats.visible(result.detail());
            default -> ChangeFailure.words(result);
        };
    }

    /** Why a waiter is taken out of a queue. */
    private static final class TakeOutDialog extends Dialog {

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
}
