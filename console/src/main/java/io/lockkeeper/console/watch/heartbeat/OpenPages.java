package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.component.ComponentUtil;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.UIDetachedException;
import com.vaadin.flow.dom.Element;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The open pages. One whose browser has been silent for a minute is closed and its memory freed. */
@Component
public class OpenPages implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(OpenPages.class);
    private static final long SWEEP_MILLIS = 5_000;

    private final Map<String, OpenPage> pages = new ConcurrentHashMap<>();
    private final Worker worker = new Worker("open-pages", this::sweep, SWEEP_MILLIS);

    /** Watches a page until it is closed. Returns the element to add to it. */
    public Element open(UI ui) {
        OpenPage page = of(ui);
        if (pages.put(page.id(), page) == null) {
            ui.addDetachListener(detached -> pages.remove(page.id()));
        }
        return page.marker();
    }

    /** The number of open pages. */
    public int count() {
        return pages.size();
    }

    Collection<OpenPage> all() {
        return pages.values();
    }

    Optional<OpenPage> find(String id) {
        return Optional.ofNullable(pages.get(id));
    }

    /** Called with the page's lock held. */
    static OpenPage of(UI ui) {
        OpenPage known = ComponentUtil.getData(ui, OpenPage.class);
        if (known != null) {
            return known;
        }
        OpenPage page = new OpenPage(ui, System::nanoTime);
        ComponentUtil.setData(ui, OpenPage.class, page);
        return page;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void sweep() {
        pages.values().stream().filter(OpenPage::isGone).forEach(this::close);
    }

    /** Vaadin removes closed pages with a session's next request, which an abandoned one never sends. */
    private void close(OpenPage page) {
        pages.remove(page.id());
        UI ui = page.ui();
        try {
            Future<Void> unused = ui.access(() -> {
                ui.close();
                ui.getSession().removeUI(ui);
            });
        } catch (UIDetachedException e) {
            LOG.debug("A page that is gone was closed before", e);
        } catch (RuntimeException e) {
            LOG.warn("A page that is gone could not be closed", e);
        }
    }
}
