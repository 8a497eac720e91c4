package io.lockkeeper.console.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Pause;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a lock is paused, until when and why, with buttons to pause it or end the pause, and any request awaiting consent.
 */
public final class PauseBar extends Div {

    private final Span words = new Span();
    private final Button pause = new Button("Pause…", click -> pause());
    private final Button resume = new Button("End the pause", click -> resume());
    private final Anchor request = new Anchor("consent");
    private final PauseDialogs dialogs;
    private String lock = "";
    private @Nullable Pause shown;

    public PauseBar(PauseDialogs dialogs) {
        this.dialogs = dialogs;
        addClassName("pause-bar");
        boolean allowed = dialogs.refusal().isEmpty();
        pause.setEnabled(allowed);
        resume.setEnabled(allowed);
        dialogs.refusal().ifPresent(why -> {
            pause.setTooltipText(why);
            resume.setTooltipText(why);
        });
        request.addClassName("request-link");
        request.setRouterIgnore(false);
        add(request, words, pause, resume);
    }

    /**
     * Shows the lock.
     *
     * @param now null if the lock is not paused
     */
    public void show(String name, @Nullable Pause now) {
        lock = name;
        shown = now;
        pause.setVisible(now == null);
        resume.setVisible(now != null);
        setClassName("paused", now != null);
        Draw.text(request, dialogs.waiting(name));
        request.setVisible(!request.getText().isEmpty());
        Draw.text(words, now == null ? "" : words(now));
        words.setTitle(now == null ? "" : "Until " + Words.exact(now.until()));
    }

    private static String words(Pause pause) {
        return "Paused by %s until %s: %s"
                .formatted(Words.visible(pause.by()), Words.seconds(pause.until()), Words.visible(pause.reason()));
    }

    private void pause() {
        dialogs.open(lock);
    }

    private void resume() {
        dialogs.resume(lock, Objects.requireNonNull(shown));
    }
}
