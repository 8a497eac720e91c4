package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Severity;
import java.util.List;

/** What is wrong with one lock, above what its document tells: the evidence, and what it means. */
record Wrong(Severity severity, String title, String evidence, String meaning) {

    static List<Wrong> of(List<Finding> findings) {
        return findings.stream()
                .map(it -> new Wrong(
                        it.kind().severity(),
                        it.kind().title(),
                        it.evidence(),
                        it.kind().meaning()))
                .toList();
    }

    static List<Component> draw(List<Wrong> all) {
        return all.stream().map(Wrong::draw).toList();
    }

    private Component draw() {
        Span title = Components.span("severity " + severity.css(), this.title);
        Paragraph means = new Paragraph(meaning);
        means.addClassName("dim");
        Div wrong = new Div(title, new Paragraph(evidence), means);
        wrong.addClassNames("wrong", severity.css());
        return wrong;
    }
}
