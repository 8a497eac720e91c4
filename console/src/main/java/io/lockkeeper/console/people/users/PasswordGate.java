package io.lockkeeper.console.people.users;

import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.people.security.ConsoleUser;
import org.springframework.stereotype.Component;

/** Sends users with a one-time password from every page to the one where they choose their own. */
@Component
class PasswordGate implements VaadinServiceInitListener {

    private final AuthenticationContext present;

    PasswordGate(AuthenticationContext present) {
        this.present = present;
    }

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource().addUIInitListener(opened -> opened.getUI().addBeforeEnterListener(this::enter));
    }

    private void enter(BeforeEnterEvent event) {
        boolean must = present.getAuthenticatedUser(ConsoleUser.class)
                .filter(ConsoleUser::mustChangePassword)
                .isPresent();
        if (must && event.getNavigationTarget() != PasswordView.class) {
            event.forwardTo(PasswordView.class);
        }
    }
}
