package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.List;
import java.util.Optional;

/** What stands in place of the list while there is nothing in it, and why; empty while there is something. */
record SourceNothing(String what, String next) {

    static SourceNothing of(Optional<SourceSummary> source, boolean empty, String sought) {
        if (!empty) {
            return new SourceNothing("", "");
        }
        if (source.isEmpty()) {
            return new SourceNothing("No such source.", "It was removed, or the address is wrong.");
        }
        if (source.get().dialect().isEmpty()) {
            return new SourceNothing(
                    "Its dialect is missing.",
                    "The file “%s.yaml” is not in the directory of dialects any more."
                            .formatted(source.get().source().dialect()));
        }
        if (source.get().freshness().asOf() == null) {
            return new SourceNothing("Reading the collection …", "");
        }
        return sought.isEmpty()
                ? new SourceNothing("No lock is held.", "Locks appear here the moment the library takes one.")
                : new SourceNothing("No lock matches.", "The search looks at locks and holders.");
    }

    static List<Component> draw(SourceNothing said) {
        if (said.what().isEmpty()) {
            return List.of();
        }
        Div message = new Div(new H2(said.what()), new Paragraph(said.next()));
        message.addClassName("message");
        return List.of(message);
    }
}
