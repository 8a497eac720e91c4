package io.lockkeeper.console.people.users;

import com.vaadin.flow.component.radiobutton.RadioButtonGroup;
import com.vaadin.flow.component.radiobutton.RadioGroupVariant;
import io.lockkeeper.console.people.security.Role;

/** The choice of a role, each with what it may do. */
final class RoleField extends RadioButtonGroup<Role> {

    RoleField() {
        setLabel("Role");
        setItems(Role.values());
        setItemLabelGenerator(role -> role.title() + ": " + role.may());
        addThemeVariants(RadioGroupVariant.LUMO_VERTICAL);
        setValue(Role.VIEWER);
    }
}
