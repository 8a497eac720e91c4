package io.lockkeeper.console.people.tokens;

import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;

/** Asks before a token ends. */
final class RevokeDialog {

    private final AccessToken token;
    private final Tokens tokens;
    private final Background background;
    private final Runnable changed;

    RevokeDialog(AccessToken token, Tokens tokens, Background background, Runnable changed) {
        this.token = token;
        this.tokens = tokens;
        this.background = background;
        this.changed = changed;
    }

    void open() {
        String what =
                "The next request with it is refused, and what listens with it is cut off. It cannot be restored.";
        new Confirmation<>(
                        "Revoke the token %s of %s?".formatted(token.name(), token.user()),
                        new Paragraph(what),
                        "Revoke",
                        background,
                        () -> tokens.revoke(token.id()),
                        done -> changed.run())
                .open();
    }
}
