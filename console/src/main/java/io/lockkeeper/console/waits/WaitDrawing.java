package io.lockkeeper.console.waits;

import com.vaadin.flow.component.dependency.JavaScript;
import com.vaadin.flow.component.html.Div;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The tree's lines as a graph: drawn in the browser, laid out by dagre. The table below it says the same in words. */
@JavaScript("context://console/vendor/dagre-3.1.3.min.js")
@JavaScript("context://console/waits.js")
final class WaitDrawing extends Div {

    private static final JsonMapper JSON = new JsonMapper();

    private String drawn = "";

    /**
     * A thread, a lock, or several waiters.
     *
     * @param title its first line
     * @param text its second line; empty for none
     * @param css what it looks like
     */
    record Box(String id, String title, String text, String css) {}

    /** An arrow from a waiter to what it waits for. */
    record Arrow(String from, String to, String css) {}

    record Graph(List<Box> boxes, List<Arrow> arrows) {}

    WaitDrawing() {
        addClassName("wait-graph");
        getElement().setAttribute("role", "img");
        getElement().setAttribute("aria-label", "Who waits for whom, as a graph. The table below says the same.");
    }

    void show(Graph graph) {
        String json = JSON.writeValueAsString(graph);
        if (!json.equals(drawn)) {
            drawn = json;
            getElement().executeJs("window.lockkeeper.drawWaits(this, $0)", json);
        }
    }
}
