package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Pause;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a lock is paused, until when and why, with buttons to pause it or end the pause, and any request awaiting consent.
 */
public final class PauseBar extends Div {

    private final Span words = new Span();
    private final Button pause = new Button("Pause…", click -> pause());
    private final Button resume = new Button("End the pause", click -> resume());
    private final Anchor request = new Anchor("consent");
    private final QueueDialogs dialogs;
    private LockId lock = LockId.first("");
    private @Nullable Pause shown;

    public PauseBar(QueueDialogs dialogs) {
        this.dialogs = dialogs;
        addClassName("pause-bar");
        request.addClassName("request-link");
        request.setRouterIgnore(false);
        add(request, words, pause, resume);
    }

    /**
     * Shows the lock.
     *
     * @param now null if the lock is not paused
     */
    public void show(LockId placed, @Nullable Pause now) {
        lock = placed;
        shown = now;
        allow(dialogs.whyNoPause(placed));
        pause.setVisible(now == null);
        resume.setVisible(now != null);
        setClassName("paused", now != null);
        Components.text(request, dialogs.waiting(placed));
        request.setVisible(!request.getText().isEmpty());
        words.setVisible(now != null);
        Components.text(words, now == null ? "" : words(now));
        words.setTitle(now == null ? "" : "Until " + Formats.exact(now.until()));
    }

    private void allow(Optional<String> refusal) {
        List.of(pause, resume).forEach(button -> {
            button.setEnabled(refusal.isEmpty());
            button.setTooltipText(refusal.orElse(null));
        });
    }

    private static String words(Pause pause) {
        return "Paused by %s until %s: %s"
                .formatted(
                        Formats.visible(pause.by()),
                        Times.present().named(pause.until()),
                        Formats.visible(pause.reason()));
    }

    private void pause() {
        dialogs.pause(lock);
    }

    private void resume() {
        dialogs.resume(lock, Objects.requireNonNull(shown));
    }
}
