package io.lockkeeper.console.export;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.QueryParameters;

/** Where a page's list is had as a file. */
public final class ExportLinks extends Span {

    private final String path;
    private final Anchor csv = new Anchor("", "CSV");
    private final Anchor json = new Anchor("", "JSON");

    /** @param path of the files, without the end of their names */
    public ExportLinks(String path) {
        this.path = path;
        addClassName("export");
        for (Anchor file : new Anchor[] {csv, json}) {
            file.setRouterIgnore(true);
            file.getElement().setAttribute("download", true);
        }
        add(new Span("Export: "), csv, new Span(" · "), json);
        narrow(QueryParameters.empty());
    }

    /** The files have what the page is narrowed to. */
    public void narrow(QueryParameters asked) {
        String parameters = asked.getParameters().isEmpty() ? "" : "?" + asked.getQueryString();
        csv.setHref(path + ".csv" + parameters);
        json.setHref(path + ".json" + parameters);
    }
}
