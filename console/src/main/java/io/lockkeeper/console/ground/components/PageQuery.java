package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.router.Location;
import com.vaadin.flow.router.QueryParameters;
import java.util.LinkedHashMap;
import java.util.Map;

/** The filters of a page, as its address has them: so they can be shared, kept and returned to. */
public final class PageQuery {

    private PageQuery() {}

    /** Parameters of an address; those without a value are left out. */
    public static QueryParameters by(Map<String, String> values) {
        Map<String, String> given = new LinkedHashMap<>(values);
        given.values().removeIf(String::isEmpty);
        return QueryParameters.simple(given);
    }

    /** Another question to the same page: the browser's history keeps one entry for all of them. */
    public static void show(Component page, QueryParameters asked) {
        page.getUI()
                .ifPresent(ui -> ui.getPage()
                        .getHistory()
                        .replaceState(
                                null, new Location(ui.getActiveViewLocation().getPath(), asked)));
    }

    public static String text(QueryParameters address, String name) {
        return address.getSingleParameter(name).orElse("");
    }

    /** The number of a page, counted from 1 as people do; the first if the text is not a number. */
    public static int page(QueryParameters address) {
        String page = text(address, "page");
        return page.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(page) - 1 : 0;
    }

    /** A page's number as it stands in an address: the first is left out. */
    public static String pageNumber(int page) {
        return page == 0 ? "" : Integer.toString(page + 1);
    }
}
