package io.lockkeeper.console.people.tokens;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.radiobutton.RadioButtonGroup;
import com.vaadin.flow.component.radiobutton.RadioGroupVariant;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.ShownOnce;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.users.ScopeFields;
import java.util.stream.Stream;

/** Asks what a new token is for, what it may do, and for how long; then shows it, only this once. */
final class NewTokenDialog {

    private static final int USUAL_DAYS = 30;

    private final TextField name = new TextField("What is it for?");
    private final RadioButtonGroup<Role> role = new RadioButtonGroup<>("It may");
    private final RadioButtonGroup<Integer> days = new RadioButtonGroup<>("It is valid for");
    private final ScopeFields scope = new ScopeFields("all that you may see");
    private final Tokens tokens;
    private final Background background;
    private final Runnable changed;

    NewTokenDialog(Role most, Tokens tokens, Background background, Runnable changed) {
        this.tokens = tokens;
        this.background = background;
        this.changed = changed;
        name.setHelperText("For example the program’s name. It stands in the audit.");
        name.setMaxLength(40);
        name.setAutofocus(true);
        role.setItems(Stream.of(Role.VIEWER, Role.OPERATOR)
                .filter(it -> it.compareTo(most) <= 0)
                .toList());
        role.setItemLabelGenerator(
                it -> it == Role.VIEWER ? "see locks, change nothing" : "see locks, evict, dismiss findings");
        role.addThemeVariants(RadioGroupVariant.LUMO_VERTICAL);
        role.setValue(Role.VIEWER);
        days.setItems(7, USUAL_DAYS, 90, Tokens.LONGEST_DAYS);
        days.setItemLabelGenerator(each -> each + " days");
        days.setValue(USUAL_DAYS);
    }

    void open() {
        Div fields = new Div(name, role, days, scope);
        fields.addClassName("fields");
        new Confirmation<>(
                        "Create an API token",
                        fields,
                        "Create",
                        background,
                        () -> tokens.create(name.getValue(), role.getValue(), scope.value(), days.getValue()),
                        this::created)
                .open();
    }

    private void created(String token) {
        changed.run();
        new ShownOnce(
                        "Your API token",
                        token,
                        "It is shown only once: the console keeps only its hash. A program that has it acts as you,"
                                + " so store it where your program’s other secrets are.")
                .open();
    }
}
