package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.component.ComponentUtil;
import com.vaadin.flow.component.UI;

/** What a page's script says once a second, for a page that has no browser. */
public final class Beat {

    private Beat() {}

    /** Somebody sees the page as it was drawn last. */
    public static void of(UI ui) {
        OpenPage page = ComponentUtil.getData(ui, OpenPage.class);
        if (page != null) {
            OpenPage.Standing unused = page.heard(Long.MAX_VALUE, false);
        }
    }
}
