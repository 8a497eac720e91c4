package io.lockkeeper.console.people.web;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinRequest;
import com.vaadin.flow.server.VaadinServiceInitListener;
import com.vaadin.flow.server.VaadinSession;
import com.vaadin.flow.server.communication.IndexHtmlResponse;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.stereotype.Component;

/**
 * Bounds the open pages. A user may have one for each 8 MB of heap, and all users together one for each 4 MB, which each takes a part of: a
 * further one is answered with a sentence instead. A session without a login has {@value #MOST}; then the oldest end, since {@link
 * AnonymousSessions} bounds only the sessions.
 */
@Component
final class PageLimit implements VaadinServiceInitListener {

    /** The most pages without a login: one for each tab of a user whose login has ended. */
    static final int MOST = 20;

    private static final int HEAP_OF_EACH = 4 << 20;

    private final PageCount pages;

    @Autowired
    PageLimit() {
        this(new PageCount(
                (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / HEAP_OF_EACH)));
    }

    PageLimit(PageCount pages) {
        this.pages = pages;
    }

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.addIndexHtmlRequestListener(this::answer);
        event.getSource().addUIInitListener(init -> open(init.getUI()));
    }

    /** The page of a user who has as many as there may be gets no script, and so opens nothing. */
    private void answer(IndexHtmlResponse page) {
        String user = page.getVaadinRequest().getRemoteUser();
        if (user != null) {
            pages.refusal(user).ifPresent(why -> {
                page.getVaadinResponse().setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
                page.getDocument().select("script, link[rel=modulepreload]").remove();
                page.getDocument().body().empty().appendElement("h1").text("Too many pages are open.");
                page.getDocument().body().appendElement("p").text(why);
            });
        }
    }

    /** Called holding the session's lock. */
    private void open(UI ui) {
        VaadinRequest request = VaadinRequest.getCurrent();
        String user = request == null ? null : request.getRemoteUser();
        if (user == null || !isLoggedIn(ui.getSession())) {
            endOldest(ui.getSession(), MOST);
            return;
        }
        boolean tooMany = pages.refusal(user).isPresent();
        pages.opened(user);
        ui.addDetachListener(detached -> pages.closed(user));
        if (tooMany) {
            endOldest(ui.getSession(), Math.max(1, ui.getSession().getUIs().size() - 1));
        }
    }

    private static void endOldest(VaadinSession session, int most) {
        List<UI> open = session.getUIs().stream()
                .sorted(Comparator.comparingInt(UI::getUIId))
                .toList();
        open.subList(0, Math.max(0, open.size() - most)).forEach(page -> {
            page.close();
            session.removeUI(page);
        });
    }

    private static boolean isLoggedIn(VaadinSession session) {
        return session.getSession().getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY)
                != null;
    }

    /** Counts the open pages of each user. Thread-safe. */
    static final class PageCount {

        private final Map<String, Integer> byUser = new HashMap<>();
        private final int most;
        private int all;

        /** @param most of all users together; each may have half of them */
        PageCount(int most) {
            this.most = most;
        }

        /** Why the user cannot have another page, in a sentence. */
        synchronized Optional<String> refusal(String user) {
            if (byUser.getOrDefault(user, 0) >= most / 2) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "You have %,d open, which is the most that the console’s memory allows one user. Close some, and reload this one.",
                        most / 2));
            }
            return all >= most
                    ? Optional.of(String.format(
                            Locale.ROOT,
                            "%,d are open, which is the most that the console’s memory allows. Close some of yours, or reload this one later.",
                            most))
                    : Optional.empty();
        }

        synchronized void opened(String user) {
            byUser.merge(user, 1, Integer::sum);
            all++;
        }

        synchronized void closed(String user) {
            byUser.computeIfPresent(user, (unused, count) -> count == 1 ? null : count - 1);
            all--;
        }
    }
}
