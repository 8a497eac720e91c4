package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The titles of a lock's current findings, each with a link to its evidence.
 *
 * @param evidence the same in sentences, where the lock's own sentence cannot say it
 */
record FoundLine(List<Kind> kinds, List<String> evidence) {

    static FoundLine of(LockFacts facts, List<Finding> findings) {
        List<Kind> kinds = findings.stream().map(Finding::kind).distinct().toList();
        return facts.library().isEmpty()
                ? new FoundLine(kinds, List.of())
                : new FoundLine(
                        kinds,
                        findings.stream()
                                .map(it -> it.evidence() + " " + it.kind().meaning())
                                .toList());
    }

    List<Component> draw() {
        if (kinds.isEmpty()) {
            return List.of();
        }
        Div line = new Div();
        line.addClassName("found-line");
        kinds.forEach(kind -> line.add(link(kind)));
        List<Component> all = new ArrayList<>(List.of(line));
        evidence.forEach(sentence -> {
            Paragraph told = new Paragraph(sentence);
            told.addClassName("evidence");
            all.add(told);
        });
        return all;
    }

    private static Anchor link(Kind kind) {
        Anchor link = new Anchor("findings", kind.title());
        link.addClassNames("severity", kind.severity().css());
        link.getElement().setAttribute("router-link", true);
        link.setTitle("Show the evidence");
        return link;
    }
}
