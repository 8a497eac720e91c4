package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.consent.ConsentFeed;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.BrowserAddress;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Waiter;
import java.util.Optional;
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
}
