package io.lockkeeper.console.people.users;

import static io.lockkeeper.console.ground.components.Components.action;
import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.ShownOnce;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** One user, with the actions that an administrator has. */
final class UserRow extends NativeTableRow {

    private static final String ENDS = " Open sessions end at once.";

    private final UserAccount account;
    private final Users users;
    private final Background background;
    private final Runnable changed;

    /**
     * @param self whether this is the present user
     * @param fixed why nothing can be done about the user here; empty if something can
     */
    UserRow(UserAccount account, boolean self, String fixed, Users users, Background background, Runnable changed) {
        this.account = account;
        this.users = users;
        this.background = background;
        this.changed = changed;
        NativeTableCell who = new NativeTableCell();
        who.add(styled(new Span(Formats.visible(account.name())), "strong"), new Span(self ? " you" : ""));
        NativeTableCell role = styled(new NativeTableCell(account.role().title()), "role");
        role.setTitle(account.role().may());
        NativeTableCell actions = styled(new NativeTableCell(), "actions");
        actions.add(fixed.isEmpty() ? actions() : dim(fixed));
        add(who, role, scope(), state(), Table.time(account.lastLoginAt()), added(), actions);
    }

    private NativeTableCell scope() {
        return styled(new NativeTableCell(Formats.visible(account.locks().words())), "scope");
    }

    private NativeTableCell state() {
        NativeTableCell cell = new NativeTableCell();
        cell.add(styled(new Span(word()), "user-state", css()));
        return cell;
    }

    private String css() {
        if (account.disabled()) {
            return "disabled";
        }
        return account.mustChangePassword() ? "must-change" : "enabled";
    }

    private String word() {
        if (account.disabled()) {
            return "disabled";
        }
        return account.mustChangePassword() ? "must change password" : "active";
    }

    private NativeTableCell added() {
        Span author = styled(new Span("by " + Formats.visible(account.createdBy())), "dim", "second-line");
        return styled(Table.time(account.createdAt(), author), "added");
    }

    private Div actions() {
        if (account.issuer() != null) {
            return new Div(state(account.disabled()));
        }
        Div actions = new Div(button("Role", this::askRole));
        if (account.role() != Role.ADMIN) { // who could lift the limit
            actions.add(button("Scope", this::askScope));
        }
        actions.add(button("Reset password", this::reset), state(account.disabled()));
        return actions;
    }

    private Component state(boolean disabled) {
        return disabled ? button("Enable", this::enable) : button("Disable", this::disable);
    }

    private Component button(String what, Runnable open) {
        return action(what, Formats.visible(account.name()), open);
    }

    private void askRole() {
        RoleField role = new RoleField();
        role.setValue(account.role());
        Div fields = styled(new Div(role, new Paragraph("Open sessions end at once.")), "fields");
        ask(
                "Change the role of %s",
                fields, "Change role", () -> {
                    users.setRole(account.name(), role.getValue(), seen());
                    return account.name();
                });
    }

    private void askScope() {
        ScopeFields scope = new ScopeFields("all locks");
        scope.set(account.locks());
        Paragraph what = new Paragraph(
                "All other locks are hidden from the user, who cannot change them. The user's sessions end at once.");
        ask(
                "Which locks may %s see?",
                styled(new Div(scope, what), "fields"), "Change scope", () -> {
                    users.setScope(account.name(), scope.value(), seen());
                    return account.name();
                });
    }

    private void reset() {
        String what =
                "The current password stops working. You get a new one, which opens only the page where the user chooses another."
                        + ENDS;
        ask(
                "Reset the password of %s?",
                new Paragraph(what),
                "Reset password",
                () -> users.resetPassword(account.name(), seen()),
                password -> showOnce(account.name(), password));
    }

    /** Shows a password that has to be changed. */
    static void showOnce(String user, String password) {
        String meaning =
                "It is shown only once, and opens only the page where the user chooses another. Pass it on in person or by a channel that you trust.";
        new ShownOnce("The password of %s".formatted(user), password, meaning).open();
    }

    private void disable() {
        String what =
                "%s cannot log in until you enable the user again.".formatted(Formats.visible(account.name())) + ENDS;
        ask("Disable %s?", new Paragraph(what), "Disable", () -> users.disable(account.name(), seen()));
    }

    private void enable() {
        String what = account.issuer() == null
                ? "%s can log in again, with the old password.".formatted(account.name())
                : "%s can log in again.".formatted(account.name());
        ask("Enable %s?", new Paragraph(what), "Enable", () -> users.enable(account.name(), seen()));
    }

    private Instant seen() {
        return account.lastChange().at();
    }

    private void ask(String title, Component content, String verb, Callable<String> action) {
        ask(title, content, verb, action, done -> {});
    }

    private void ask(String title, Component content, String verb, Callable<String> action, Consumer<String> then) {
        String asked = title.formatted(Formats.visible(account.name()));
        new Confirmation<>(asked, content, verb, background, action, result -> {
                    changed.run();
                    then.accept(result);
                })
                .open();
    }

    private static Span dim(String text) {
        return styled(new Span(text), "dim");
    }
}
