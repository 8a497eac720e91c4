package io.lockkeeper.console.people.users;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;

/** Asks to which locks a user is limited. */
final class ScopeDialog {

    private final ScopeFields scope = new ScopeFields("all locks");
    private final UserAccount account;
    private final Users users;
    private final Background background;
    private final Runnable changed;

    ScopeDialog(UserAccount account, Users users, Background background, Runnable changed) {
        this.account = account;
        this.users = users;
        this.background = background;
        this.changed = changed;
        scope.set(account.locks());
    }

    void open() {
        Div fields = new Div(
                scope,
                new Paragraph(
                        "All other locks are hidden from the user, who cannot change them. The user's sessions end at once."));
        fields.addClassName("fields");
        String title = "Which locks may %s see?".formatted(account.name());
        new Confirmation<>(title, fields, "Change scope", background, this::change, done -> changed.run()).open();
    }

    private String change() {
        users.setScope(account.name(), scope.value(), account.lastChange().at());
        return account.name();
    }
}
