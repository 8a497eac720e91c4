package io.lockkeeper.console.eviction;

import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.page.Live;
import io.lockkeeper.console.scope.LockId;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.Background;
import io.lockkeeper.console.shell.Toasts;
import io.lockkeeper.console.source.LockSource;
import io.lockkeeper.console.source.SourceFeeds;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator evicts the holder of another library's lock. */
@Component
public class ReleaseDialogs {

    private final EvictionService service;
    private final ReleaseCase.Parts parts;

    ReleaseDialogs(
            EvictionService service,
            SourceFeeds feeds,
            EvictionFollower follower,
            Background background) {
        this.service = service;
        parts = new ReleaseCase.Parts(service, feeds, follower, background);
    }

    /** Why the present user cannot evict a holder of this source, in a sentence; empty if the user can. */
    public Optional<String> refusal(LockSource source, Dialect dialect) {
        return service.refusal(new LockId(source.id(), ""));
    }

    /** Why nobody can evict a holder of this source, whoever asks; empty if nothing is known to be in the way. */
    public Optional<String> obstacle(LockSource source, Dialect dialect) {
        return service.obstacle(source.id());
    }

    /** Opens the dialog, bound to the acquisition that is on the screen. */
    public void open(LockSource source, Dialect dialect, ForeignLock seen) {
        refusal(source, dialect)
                .ifPresentOrElse(
                        Toasts::say,
                        () -> dialog(new ReleaseCase(source, dialect, seen, LockScope.present(), parts))
                                .open());
    }

    private ReleaseDialog dialog(ReleaseCase seen) {
        ReleaseDialog dialog = new ReleaseDialog(seen);
        Live.follow(dialog, parts.feeds()::subscribe, unused -> dialog.look(), dialog::show);
        return dialog;
    }
}
