package io.lockkeeper.console.people.users;

import com.vaadin.flow.component.Key;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Main;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.textfield.PasswordField;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.NotFoundException;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.PasswordRule;
import io.lockkeeper.console.people.security.SessionRenewal;
import jakarta.annotation.security.PermitAll;
import java.util.Objects;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** The page where users choose their own password. A user with a one-time password sees no other page until then. */
@KeepsToScope
@Route(value = "password", autoLayout = false)
@PageTitle("Password · Lockkeeper")
@PermitAll
final class PasswordView extends Main implements BeforeEnterObserver {

    private final PasswordField current = field("Current password", "current-password");
    private final PasswordField next = field("New password", "new-password");
    private final PasswordField again = field("Repeat the new password", "new-password");
    private final Paragraph fault = new Paragraph();
    private final Button change = new Button("Change password", click -> change());
    private final Users users;
    private final SessionRenewal session;
    private final Background background;
    private final boolean isLocal;

    PasswordView(Users users, SessionRenewal session, Background background, AuthenticationContext present) {
        this.users = users;
        this.session = session;
        this.background = background;
        Optional<ConsoleUser> user = present.getAuthenticatedUser(ConsoleUser.class);
        boolean must = user.filter(ConsoleUser::mustChangePassword).isPresent();
        isLocal = user.filter(ConsoleUser::isLocal).isPresent();
        addClassName("login");
        next.setHelperText(
                "At least %s characters; a few words in a row are easy to remember.".formatted(PasswordRule.SHORTEST));
        fault.addClassName("fault");
        fault.getElement().setAttribute("role", "alert");
        fault.setVisible(false);
        change.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        change.setDisableOnClick(true);
        change.addClickShortcut(Key.ENTER);
        Paragraph why = new Paragraph(
                must
                        ? "The password that you logged in with is only for this: choose your own. Until you do, it opens no other page."
                        : "Your other sessions end; this one continues.");
        Div card = new Div(
                new H1(must ? "Choose your password" : "Change your password"),
                why,
                current,
                next,
                again,
                fault,
                change,
                must ? logOut(present) : new Anchor("locks", "Back to the locks"));
        card.addClassNames("login-card", "password-card");
        add(card);
    }

    /** Users who log in elsewhere have no password here. */
    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        if (!isLocal) {
            event.rerouteToError(NotFoundException.class);
        }
    }

    private static Button logOut(AuthenticationContext present) {
        Button logOut = new Button("Log out", click -> present.logout());
        logOut.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        return logOut;
    }

    private void change() {
        if (!next.getValue().equals(again.getValue())) {
            failed("The two new passwords are not the same.");
            return;
        }
        session.changeId();
        Authentication before =
                Objects.requireNonNull(SecurityContextHolder.getContext().getAuthentication(), "logged in");
        String present = current.getValue();
        String wanted = next.getValue();
        background.change(
                () -> users.changeOwnPassword(present, wanted),
                user -> {
                    session.continueAs(user, before);
                    UI.getCurrent().getPage().setLocation("./");
                },
                this::failed);
    }

    private void failed(Exception why) {
        failed(
                why instanceof RefusedException
                        ? String.valueOf(why.getMessage())
                        : "MongoDB did not confirm the change. If your current password is refused from now on, use"
                                + " the new one.");
    }

    private void failed(String sentence) {
        fault.setText(sentence);
        fault.setVisible(true);
        change.setEnabled(true);
    }

    private static PasswordField field(String label, String autocomplete) {
        PasswordField field = new PasswordField(label);
        field.getElement().setAttribute("autocomplete", autocomplete);
        field.setMaxLength(200);
        field.setWidthFull();
        return field;
    }
}
