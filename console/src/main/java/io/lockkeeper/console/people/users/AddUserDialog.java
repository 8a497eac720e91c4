package io.lockkeeper.console.people.users;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.UserName;

/** Asks for the name, role and scope of a new user, and shows its first password. */
final class AddUserDialog {

    private final TextField name = new TextField("User name");
    private final RoleField role = new RoleField();
    private final ScopeFields scope = new ScopeFields("all locks");
    private final Users users;
    private final Background background;
    private final Runnable changed;

    AddUserDialog(Users users, Background background, Runnable changed) {
        this.users = users;
        this.background = background;
        this.changed = changed;
        name.setHelperText("Letters, digits or . _ @ + -");
        name.setMaxLength(64);
        name.setAutofocus(true);
        role.addValueChangeListener(chosen -> scope.setVisible(chosen.getValue() != Role.ADMIN));
    }

    void open() {
        Div fields = new Div(name, role, scope);
        fields.addClassName("fields");
        new Confirmation<>("Add a user", fields, "Add", background, this::add, this::added).open();
    }

    private String add() {
        LockScope locks = role.getValue() == Role.ADMIN ? LockScope.EVERYTHING : scope.value();
        return users.add(name.getValue(), role.getValue(), locks);
    }

    private void added(String password) {
        changed.run();
        PasswordShown.open(UserName.of(name.getValue()), password);
    }
}
