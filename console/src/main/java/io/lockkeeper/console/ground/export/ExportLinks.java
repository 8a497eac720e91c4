package io.lockkeeper.console.ground.export;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.QueryParameters;

/** The links to a page's list as a file. */
public final class ExportLinks extends Span {

    private final String path;
    private final Anchor csv = new Anchor("", "CSV");
    private final Anchor json = new Anchor("", "JSON");

    /** @param path the files' path, without the extension */
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

    /** The files contain what the page is narrowed to. */
    public void narrow(QueryParameters asked) {
        String parameters = asked.getParameters().isEmpty() ? "" : "?" + asked.getQueryString();
        csv.setHref(path + ".csv" + parameters);
        json.setHref(path + ".json" + parameters);
    }
}
