package io.lockkeeper.console.security;

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
import com.vaadin.flow.router.Route;
import com.vaadin.flow.server.auth.AnonymousAllowed;

@Route(value = "login", autoLayout = false)
@PageTitle("Log in · Lockkeeper")
@AnonymousAllowed
final class LoginView extends Main implements BeforeEnterObserver {

    private final LoginForm form = new LoginForm(words());

    LoginView() {
        addClassName("login");
        form.setAction("login");
        form.setForgotPasswordButtonVisible(false);
        Span mark = new Span();
        mark.addClassName("brand-mark");
        Div brand = new Div(mark, new H1("Lockkeeper"));
        brand.addClassName("brand");
        Paragraph what = new Paragraph("Who holds which lock, who waits, and how to set a stuck one free.");
        Div card = new Div(brand, what, form);
        card.addClassName("login-card");
        add(card);
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        form.setError(event.getLocation().getQueryParameters().getParameters().containsKey("error"));
    }

    private static LoginI18n words() {
        LoginI18n words = LoginI18n.createDefault();
        words.getForm().setTitle("");
        words.getForm().setUsername("User");
        words.getErrorMessage().setTitle("That did not match");
        words.getErrorMessage().setMessage("Check the user and the password, and try again.");
        return words;
    }
}
