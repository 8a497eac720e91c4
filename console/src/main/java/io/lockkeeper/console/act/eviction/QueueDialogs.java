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
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Component;

/** Opens the dialogs in which an operator pauses a lock or takes a waiter out of its queue, and ends pauses. */
@Component
public class QueueDialogs {

    private final QueueService service;
    private final ConsentFeed consents;
    private final Background background;
    private final SourceFeeds feeds;

    QueueDialogs(QueueService service, ConsentFeed consents, Background background, SourceFeeds feeds) {
        this.service = service;
        this.consents = consents;
        this.background = background;
        this.feeds = feeds;
    }

    /** Why the present user cannot pause this lock, in a sentence; empty if the user can. */
    Optional<String> whyNoPause(LockId lock) {
        return service.whyNoPause(lock);
    }

    /** Why the present user cannot take a waiter of this lock out, in a sentence; empty if the user can. */
    Optional<String> whyNoTakeOut(LockId lock) {
        return service.whyNoTakeOut(lock);
    }

    /** Words about the request at this lock that awaits consent; empty if there is none. */
    String waiting(LockId lock) {
        return consents.waiting(LockScope.present()).stream()
                .filter(entry -> lock.equals(entry.place()))
                .findFirst()
                .map(entry -> "%s asks to %s: a second person has to consent"
                        .formatted(
                                Formats.visible(entry.by()),
                                switch (entry.action()) {
                                    case EVICT, EVICT_NOW -> "evict its holder";
                                    case PAUSE, RESUME -> "pause it";
                                    case TAKE_OUT -> "take a waiter out of its queue";
                                }))
                .orElse("");
    }

    void pause(LockId lock) {
        whyNoPause(lock).ifPresentOrElse(Toasts::say, () -> pauseDialog(lock).open());
    }

    private PauseDialog pauseDialog(LockId lock) {
        Supplier<Instant> now = () -> feeds.now(lock.source());
        return new PauseDialog(lock.name(), consents.notice(lock.name()), now, (until, reason) -> {
            PauseRequest asked = PauseRequest.of(lock, until, now.get(), reason, BrowserAddress.present());
            change(() -> service.pause(asked), QueueDialogs::paused);
        });
    }

    /** Ends the pause that is on the screen. */
    void resume(LockId lock, Pause seen) {
        String ip = BrowserAddress.present();
        whyNoPause(lock)
                .ifPresentOrElse(Toasts::say, () -> change(() -> service.resume(lock, seen, ip), QueueDialogs::paused));
    }

    /** Opens the dialog, bound to that waiter. */
    void takeOut(LockId lock, Waiter seen) {
        whyNoTakeOut(lock)
                .ifPresentOrElse(Toasts::say, () -> takeOutDialog(lock, seen).open());
    }

    private TakeOutDialog takeOutDialog(LockId lock, Waiter seen) {
        return new TakeOutDialog(lock.name(), seen, consents.notice(lock.name()), reason -> {
            TakeOutRequest asked = TakeOutRequest.of(lock, seen, reason, BrowserAddress.present());
            change(() -> service.takeOut(asked), QueueDialogs::takenOut);
        });
    }

    private void change(Callable<Result> call, Function<Result, String> words) {
        background.change(
                call,
                result -> Toasts.say(Times.present().in(words.apply(result))),
                failure -> Toasts.warn(ChangeFailure.words(failure)));
    }

    private static String paused(Result result) {
        return switch (result.outcome()) {
            case ENDED, HOLDER_CHANGED -> result.detail();
            case AWAITS_CONSENT -> "Asked, and not paused yet. " + Formats.visible(result.detail());
            default -> ChangeFailure.words(result);
        };
    }

    private static String takenOut(Result result) {
        return switch (result.outcome()) {
            case ENDED -> result.detail();
            case HOLDER_CHANGED, GONE -> result.detail() + " Nothing was changed.";
            case AWAITS_CONSENT -> "Asked, and not done yet. " + Formats.visible(result.detail());
            default -> ChangeFailure.words(result);
        };
    }

    /** Why a waiter is taken out of a queue. */
    static final class TakeOutDialog extends Dialog {

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

    /** Why a change was not made, or may not have been, in words for the operator who asked for it. */
    static final class ChangeFailure {

        private ChangeFailure() {}

        /** The words for an answer that proves nothing. */
        static String words(Result result) {
            return "Nothing is known to have changed: "
                    + (result.detail().isEmpty() ? result.error() : result.detail());
        }

        /** The words for a change that was not even tried. */
        static String words(Exception failure) {
            return switch (failure) {
                case DataAccessException unrecorded -> "Nothing was changed, because it could not be recorded.";
                case RefusedException refused -> String.valueOf(refused.getMessage());
                case AccessDeniedException denied -> denied.getMessage() + " Nothing was changed.";
                default -> "That failed; the console's log says why.";
            };
        }
    }
}
