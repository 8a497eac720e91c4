package io.lockkeeper.console.eviction;

import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.shell.Background;
import io.lockkeeper.console.shell.BrowserAddress;
import io.lockkeeper.console.shell.Toasts;
import io.lockkeeper.model.Pause;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator pauses a lock, and ends pauses. */
@Component
public class PauseDialogs {

    private final PauseService service;
    private final Background background;
    private final ServerClock clock;

    PauseDialogs(PauseService service, Background background, ServerClock clock) {
        this.service = service;
        this.background = background;
        this.clock = clock;
    }

    /** Why the present user cannot pause a lock, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return service.refusal();
    }

    /** Opens the dialog for the lock. */
    public void open(String lock) {
        refusal().ifPresentOrElse(Toasts::say, () -> dialog(lock).open());
    }

    private PauseDialog dialog(String lock) {
        return new PauseDialog(lock, (time, reason) -> {
            PauseRequest asked =
                    PauseRequest.of(lock, clock.now().plus(time), clock.now(), reason, BrowserAddress.present());
            change(() -> service.pause(asked));
        });
    }

    /** Ends the pause that is on the screen. */
    public void resume(String lock, Pause seen) {
        String ip = BrowserAddress.present();
        refusal().ifPresentOrElse(Toasts::say, () -> change(() -> service.resume(lock, seen, ip)));
    }

    private void change(Callable<Result> call) {
        background.change(call, result -> Toasts.say(words(result)), failure -> Toasts.warn(words(failure)));
    }

    private static String words(Result result) {
        return result.outcome() == Outcome.ENDED || result.outcome() == Outcome.HOLDER_CHANGED
                ? result.detail()
                : "Nothing is known to have changed: " + (result.detail().isEmpty() ? result.error() : result.detail());
    }

    private static String words(Exception failure) {
        return failure instanceof DataAccessException
                ? "Nothing was changed, because it could not be recorded."
                : "That failed; the console's log says why.";
    }
}
