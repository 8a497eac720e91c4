package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.dom.Element;
import java.util.List;

/** A list to choose from, as the browser draws it: it needs no script of its own. */
final class Choice extends Div {

    private final Element select = new Element("select");
    private final String first;

    /** @param texts of which the first is chosen at the beginning */
    Choice(String label, List<String> texts) {
        first = texts.getFirst();
        texts.forEach(
                text -> select.appendChild(new Element("option").setText(text).setAttribute("value", text)));
        select.addPropertyChangeListener("value", "change", change -> {});
        addClassName("choice");
        getElement()
                .appendChild(new Element("label")
                        .appendChild(new Element("span").setText(label))
                        .appendChild(select));
    }

    String chosen() {
        return select.getProperty("value", first);
    }
}
