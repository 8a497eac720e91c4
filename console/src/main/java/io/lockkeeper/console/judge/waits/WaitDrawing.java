package io.lockkeeper.console.judge.waits;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.dependency.JavaScript;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.UnorderedList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The tree's lines as a graph: drawn in the browser, laid out by dagre. The table below it says the same in words. */
@JavaScript("context://console/vendor/dagre-3.1.3.min.js")
@JavaScript("context://console/waits.js")
final class WaitDrawing extends Div {

    private static final JsonMapper JSON = new JsonMapper();

    private static final Map<String, String> LEGEND = new LinkedHashMap<>();

    static {
        LEGEND.put("lock", "a lock");
        LEGEND.put("held", "holds it");
        LEGEND.put("waits", "waits");
        LEGEND.put("several", "more that wait");
        LEGEND.put("overdue", "renewal late");
        LEGEND.put("damaged", "deadlock");
        LEGEND.put("arrow", "waits for, or is held by");
        LEGEND.put("may", "may wait for");
    }

    private final Div picture = styled(new Div(), "picture");
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
        picture.getElement().setAttribute("role", "img");
        picture.getElement()
                .setAttribute("aria-label", "Who waits for whom, as a graph. The table below says the same.");
        UnorderedList legend = styled(new UnorderedList(), "legend");
        LEGEND.forEach((css, words) -> {
            legend.add(styled(new ListItem(words), css));
        });
        add(picture, legend);
    }

    void show(Graph graph) {
        String json = JSON.writeValueAsString(graph);
        if (!json.equals(drawn)) {
            drawn = json;
            picture.getElement().executeJs("window.lockkeeper.drawWaits(this, $0)", json);
        }
    }
}
