package io.lockkeeper.console.people.users;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
        add(who, role, scope(), state(), time(account.lastLoginAt()), added(), actions);
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
        NativeTableCell added = time(account.createdAt());
        added.addClassName("added");
        Span author = dim("by " + Formats.visible(account.createdBy()));
        author.addClassName("second-line");
        added.add(author);
        return added;
    }

    private static NativeTableCell time(@Nullable Instant at) {
        NativeTableCell cell = new NativeTableCell();
        Span text = new Span(at == null ? "never" : Times.present().seconds(at));
        text.addClassName(at == null ? "dim" : "num");
        cell.add(text);
        cell.setTitle(at == null ? "" : Formats.exact(at));
        return cell;
    }

    private Div actions() {
        if (account.issuer() != null) {
            return new Div(state(account.disabled()));
        }
        Div actions = new Div(action("Role", () -> new RoleDialog(account, users, background, changed).open()));
        if (account.role() != Role.ADMIN) { // who could lift the limit
            actions.add(action("Scope", () -> new ScopeDialog(account, users, background, changed).open()));
        }
        actions.add(action("Reset password", this::reset), state(account.disabled()));
        return actions;
    }

    private Component state(boolean disabled) {
        return disabled ? action("Enable", this::enable) : action("Disable", this::disable);
    }

    private Component action(String what, Runnable open) {
        Button button = new Button(what, click -> open.run());
        button.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        button.setAriaLabel(what + ": " + Formats.visible(account.name()));
        return button;
    }

    private void reset() {
        String what =
                "The current password stops working. You get a new one, which opens only the page where the user chooses another."
                        + ENDS;
        confirm(
                "Reset the password of %s?",
                what,
                "Reset password",
                () -> users.resetPassword(account.name(), seen()),
                password -> PasswordShown.open(account.name(), password));
    }

    private void disable() {
        String what =
                "%s cannot log in until you enable the user again.".formatted(Formats.visible(account.name())) + ENDS;
        confirm("Disable %s?", what, "Disable", () -> users.disable(account.name(), seen()), done -> {});
    }

    private void enable() {
        String what = account.issuer() == null
                ? "%s can log in again, with the old password.".formatted(account.name())
                : "%s can log in again.".formatted(account.name());
        confirm("Enable %s?", what, "Enable", () -> users.enable(account.name(), seen()), done -> {});
    }

    private Instant seen() {
        return account.lastChange().at();
    }

    private void confirm(String title, String what, String verb, Callable<String> action, Consumer<String> then) {
        String asked = title.formatted(Formats.visible(account.name()));
        new Confirmation<>(asked, new Paragraph(what), verb, background, action, result -> {
                    changed.run();
                    then.accept(result);
                })
                .open();
    }

    private static Span dim(String text) {
        return styled(new Span(text), "dim");
    }

    /** Asks to which locks a user is limited. */
    private static final class ScopeDialog {

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
            Div fields = styled(
                    new Div(
                            scope,
                            new Paragraph(
                                    "All other locks are hidden from the user, who cannot change them. The user's sessions end at once.")),
                    "fields");
            String title = "Which locks may %s see?".formatted(account.name());
            new Confirmation<>(title, fields, "Change scope", background, this::change, done -> changed.run()).open();
        }

        private String change() {
            users.setScope(account.name(), scope.value(), account.lastChange().at());
            return account.name();
        }
    }

    /** Asks which role a user gets. */
    private static final class RoleDialog {

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
            Div fields = styled(new Div(role, new Paragraph("Open sessions end at once.")), "fields");
            String title = "Change the role of %s".formatted(account.name());
            new Confirmation<>(title, fields, "Change role", background, this::change, done -> changed.run()).open();
        }

        private String change() {
            users.setRole(account.name(), role.getValue(), account.lastChange().at());
            return account.name();
        }
    }
}
