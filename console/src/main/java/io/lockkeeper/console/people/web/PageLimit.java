package io.lockkeeper.console.people.web;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import com.vaadin.flow.server.VaadinSession;
import java.util.Comparator;
import java.util.List;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.stereotype.Component;

/**
 * Bounds the pages that a session without a login has open: when there are too many, the oldest end. Each takes memory until its
 * browser has been silent for minutes, and {@link AnonymousSessions} bounds only the sessions.
 */
@Component
final class PageLimit implements VaadinServiceInitListener {

    /** One for each tab of somebody whose login has ended meanwhile. */
    static final int MOST = 20;

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource().addUIInitListener(init -> endOldest(init.getUI().getSession()));
    }

    /** Called holding the session's lock. */
    private static void endOldest(VaadinSession session) {
        if (!isLoggedIn(session)) {
            List<UI> pages = session.getUIs().stream()
                    .sorted(Comparator.comparingInt(UI::getUIId))
                    .toList();
            pages.subList(0, Math.max(0, pages.size() - MOST)).forEach(page -> {
                page.close();
                session.removeUI(page);
            });
        }
    }

    private static boolean isLoggedIn(VaadinSession session) {
        return session.getSession().getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY)
                != null;
    }
}
