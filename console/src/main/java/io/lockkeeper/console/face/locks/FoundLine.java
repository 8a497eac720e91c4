package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import java.util.List;

/** The titles of a lock's current findings, each with a link to its evidence. */
final class FoundLine {

    private FoundLine() {}

    static List<Kind> kinds(List<Finding> findings) {
        return findings.stream().map(Finding::kind).distinct().toList();
    }

    static List<Component> of(List<Kind> kinds) {
        if (kinds.isEmpty()) {
            return List.of();
        }
        Div line = new Div();
        line.addClassName("found-line");
        kinds.forEach(kind -> line.add(link(kind)));
        return List.of(line);
    }

    private static Anchor link(Kind kind) {
        Anchor link = new Anchor("findings", kind.title());
        link.addClassNames("severity", kind.severity().css());
        link.getElement().setAttribute("router-link", true);
        link.setTitle("Show the evidence");
        return link;
    }
}
