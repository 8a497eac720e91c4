package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import io.lockkeeper.console.ask.overview.OverviewFacts.Line;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Ticking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A short list under a title. */
final class ListCard extends Section {

    private final UnorderedList list = new UnorderedList();
    private final Paragraph nothing = new Paragraph();
    private final String empty;
    private final String unknown;
    private @Nullable List<Line> drawn;

    /**
     * Creates a card.
     *
     * @param empty what it says instead of an empty list
     * @param unknown what it says while the list is not known
     */
    ListCard(String title, String empty, String unknown) {
        this.empty = empty;
        this.unknown = unknown;
        addClassName("card");
        nothing.addClassName("dim");
        add(new H2(title), list, nothing);
    }

    void show(List<Line> lines, boolean known) {
        nothing.setVisible(lines.isEmpty());
        Components.text(nothing, known ? empty : unknown);
        if (!lines.equals(drawn)) {
            drawn = lines;
            list.removeAll();
            lines.forEach(line -> list.add(item(line)));
        }
    }

    private static ListItem item(Line line) {
        Name words = new Name(line.words(), "words");
        Span clock = new Span();
        clock.addClassNames("clock", "num");
        if (line.since() != null) {
            clock.add(new Span(line.clock()), Ticking.age(line.since()));
        }
        return new ListItem(link(line.title(), line.address()), words, clock);
    }

    static Anchor link(String title, String address) {
        Anchor link = new Anchor(address, new Name(title));
        link.getElement().setAttribute("router-link", true);
        return link;
    }
}
