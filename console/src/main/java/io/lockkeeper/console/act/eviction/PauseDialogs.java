package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.consent.ConsentFeed;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.BrowserAddress;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.Pause;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator pauses a lock, and ends pauses. */
@Component
public class PauseDialogs {

    private final PauseService service;
    private final ConsentFeed consents;
    private final Background background;
    private final SourceFeeds feeds;

    PauseDialogs(PauseService service, ConsentFeed consents, Background background, SourceFeeds feeds) {
        this.service = service;
        this.consents = consents;
        this.background = background;
        this.feeds = feeds;
    }

    /** Why the present user cannot pause this lock, in a sentence; empty if the user can. */
    public Optional<String> refusal(LockId lock) {
        return service.refusal(lock);
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

    /** Opens the dialog for the lock. */
    public void open(LockId lock) {
        refusal(lock).ifPresentOrElse(Toasts::say, () -> dialog(lock).open());
    }

    private PauseDialog dialog(LockId lock) {
        Supplier<Instant> now = () -> feeds.now(lock.source());
        return new PauseDialog(lock.name(), consents.notice(lock.name()), now, (until, reason) -> {
            PauseRequest asked = PauseRequest.of(lock, until, now.get(), reason, BrowserAddress.present());
            change(() -> service.pause(asked));
        });
    }

    /** Ends the pause that is on the screen. */
    public void resume(LockId lock, Pause seen) {
        String ip = BrowserAddress.present();
        refusal(lock).ifPresentOrElse(Toasts::say, () -> change(() -> service.resume(lock, seen, ip)));
    }

    private void change(Callable<Result> call) {
        background.change(
                call,
                result -> Toasts.say(Times.present().in(words(result))),
                failure -> Toasts.warn(ChangeFailure.words(failure)));
    }

    private static String words(Result result) {
        return switch (result.outcome()) {
            case ENDED, HOLDER_CHANGED -> result.detail();
            case AWAITS_CONSENT -> "Asked, and not paused yet. " + Formats.visible(result.detail());
            default -> ChangeFailure.words(result);
        };
    }
}
