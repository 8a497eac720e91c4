package io.lockkeeper.console.people.users;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;

/** Asks which role a user gets. */
final class RoleDialog {

    private final RoleField role = new RoleField();
    private final UserAccount account;
    private final Users users;
    private final Background background;
    private final Runnable changed;

    RoleDialog(UserAccount account, Users users, Background background, Runnable changed) {
        this.account = account;
        this.users = users;
        this.background = background;
        this.changed = changed;
        role.setValue(account.role());
    }

    void open() {
        Div fields = new Div(role, new Paragraph("Open sessions end at once."));
        fields.addClassName("fields");
        String title = "Change the role of %s".formatted(account.name());
        new Confirmation<>(title, fields, "Change role", background, this::change, done -> changed.run()).open();
    }

    private String change() {
        users.setRole(account.name(), role.getValue(), account.lastChange().at());
        return account.name();
    }
}
