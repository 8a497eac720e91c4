package io.lockkeeper.console.people.security;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Main;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.login.LoginForm;
import com.vaadin.flow.component.login.LoginI18n;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.QueryParameters;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.server.auth.AnonymousAllowed;
import io.lockkeeper.console.ground.environment.NamedEnvironment;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

@KeepsToScope
@Route(value = "login", autoLayout = false)
@PageTitle("Log in · Lockkeeper")
@AnonymousAllowed
final class LoginView extends Main implements BeforeEnterObserver {

    static final String WRONG = "Wrong user name or password";
    static final String UNAVAILABLE =
            "MongoDB does not answer, and the users are stored there. You cannot log in until it does. The services’"
                    + " locks do not depend on the console.";
    static final String DENIED =
            "MongoDB does not let the console read its users, so you cannot log in. The console’s log names the"
                    + " privileges that it lacks. The services’ locks do not depend on the console.";
    private static final Map<String, String> PROVIDER_REASONS = Map.of(
            "provider",
            "The identity provider does not respond as expected. Try again in a moment. Users with a password"
                    + " in this console can still log in.",
            "unfinished",
            "The login at the identity provider was not completed or took too long. Try again.",
            "group",
            "You are logged in at the identity provider, but none of your groups has access to this console."
                    + " Ask an administrator.",
            "disabled",
            "An administrator has disabled your account in this console.");
    private static final List<String> REASONS = List.of("error", "wait", "unavailable", "denied");
    private static final long LONGEST_WAIT_SECONDS = 3_600;

    private final LoginForm form = new LoginForm();

    LoginView(Providers providers, NamedEnvironment environment) {
        addClassName("login");
        form.setAction("login");
        form.setForgotPasswordButtonVisible(false);
        show(WRONG, "Check both and try again. An administrator can give you a new password.");
        Div brand = new Div(styled(new Span(), "brand-mark"), new H1("Lockkeeper"));
        brand.add(environment.marks());
        brand.addClassName("brand");
        Paragraph what = new Paragraph("Who holds which lock, who waits, and how to force-release a stuck one.");
        Div card = styled(new Div(brand, what, form), "login-card");
        providers.names().forEach((id, name) -> card.add(way(id, name)));
        add(card);
    }

    /** Leaves the application, which a link handled by its router would not. */
    private static Anchor way(String provider, String name) {
        Anchor way = new Anchor("oauth2/authorization/" + provider, "Log in with " + name);
        way.setRouterIgnore(true);
        way.addClassName("provider");
        return way;
    }

    static String tooMany(long seconds) {
        return "Too many failed logins. Try again in %s s; until then every password is refused.".formatted(seconds);
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        QueryParameters why = event.getLocation().getQueryParameters();
        why.getSingleParameter("wait").map(LoginView::seconds).ifPresent(wait -> show("Wait a moment", tooMany(wait)));
        why.getSingleParameter("unavailable").ifPresent(unavailable -> show("Not available", UNAVAILABLE));
        why.getSingleParameter("denied").ifPresent(denied -> show("Not available", DENIED));
        PROVIDER_REASONS.forEach((reason, sentence) ->
                why.getSingleParameter(reason).ifPresent(given -> show("Not logged in", sentence)));
        form.setError(Stream.concat(REASONS.stream(), PROVIDER_REASONS.keySet().stream())
                .anyMatch(reason -> why.getSingleParameter(reason).isPresent()));
    }

    private void show(String title, String message) {
        LoginI18n words = LoginI18n.createDefault();
        words.getForm().setTitle("");
        words.getForm().setUsername("User");
        words.getErrorMessage().setTitle(title);
        words.getErrorMessage().setMessage(message);
        form.setI18n(words);
    }

    /** Anybody can edit the address: anything but a sensible number counts as one second. */
    private static long seconds(String given) {
        try {
            return Math.clamp(Long.parseLong(given), 1, LONGEST_WAIT_SECONDS);
        } catch (NumberFormatException e) {
            return 1;
        }
    }
}
