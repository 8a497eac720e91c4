package io.lockkeeper.console.foreign;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.findings.Finding;
import io.lockkeeper.console.findings.Severity;
import io.lockkeeper.console.shell.Draw;
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
        Span title = Draw.span("severity " + severity.css(), this.title);
        Paragraph means = new Paragraph(meaning);
        means.addClassName("dim");
        Div wrong = new Div(title, new Paragraph(evidence), means);
        wrong.addClassNames("wrong", severity.css());
        return wrong;
    }
}
