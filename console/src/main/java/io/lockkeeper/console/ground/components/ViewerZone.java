package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.ComponentUtil;
import com.vaadin.flow.component.UI;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The time zone of a page's viewer. The threads that draw a page are given its zone; all others, such as those of the API, of e-mails and
 * of records, have UTC.
 *
 * @param browser the browser's own zone
 * @param utc whether the viewer has chosen UTC instead
 */
public record ViewerZone(ZoneId browser, boolean utc) {

    public static final ViewerZone UTC = new ViewerZone(ZoneId.of("UTC"), false);

    private static final String CHOSE_UTC = "~utc";

    private static final ThreadLocal<@Nullable ViewerZone> CARRIED = new ThreadLocal<>();

    /** Work of a thread for a page. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {

        T run() throws E;
    }

    /** Reads the browser's cookie, a text that anyone may have written. What is not a zone's name is UTC. */
    static ViewerZone of(String told) {
        boolean utc = told.endsWith(CHOSE_UTC);
        String name = utc ? told.substring(0, told.length() - CHOSE_UTC.length()) : told;
        return ZoneId.getAvailableZoneIds().contains(name) ? new ViewerZone(ZoneId.of(name), utc) : UTC;
    }

    /** The zone of the page that this thread draws. */
    public static ViewerZone present() {
        UI page = UI.getCurrent();
        ViewerZone known = page == null ? CARRIED.get() : ComponentUtil.getData(page, ViewerZone.class);
        return known == null ? UTC : known;
    }

    /** The zone that times are shown in. */
    public ZoneId id() {
        return utc ? UTC.browser : browser;
    }

    /** Whether the viewer can choose between UTC and another zone. */
    public boolean isElsewhere() {
        return !browser.getRules().isFixedOffset()
                || !browser.getRules().getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    }

    /** Runs it with this as the present thread's zone. */
    public <T, E extends Exception> T carry(Work<T, E> work) throws E {
        CARRIED.set(this);
        try {
            return work.run();
        } finally {
            CARRIED.remove();
        }
    }

    void keep(UI page) {
        ComponentUtil.setData(page, ViewerZone.class, this);
    }
}
