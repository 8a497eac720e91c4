package io.lockkeeper.console.source;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.dialect.Dialect;
import java.util.List;

/** What a source's dialect says of its locks: the library, how safe a forced release is, and whose clock counts. */
final class SourceAbout {

    private SourceAbout() {}

    static List<Component> of(Dialect dialect) {
        Span library = new Span(dialect.library());
        library.addClassName("strong");
        Paragraph first = new Paragraph(
                library, new Span(" · dialect " + dialect.evidence().words()));
        Span grade = new Span("Grade %s, %s. "
                .formatted(dialect.grade().text(), dialect.grade().meaning()));
        grade.addClassName("strong");
        Paragraph second = new Paragraph(grade, new Span(dialect.sentence()));
        Paragraph third = new Paragraph(dialect.clock().sentence());
        third.addClassName("dim");
        Div about = new Div(first, second, third);
        about.addClassName("source-about");
        return List.of(about);
    }
}
