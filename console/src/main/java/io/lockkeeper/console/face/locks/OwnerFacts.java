package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.Owner;
import java.util.ArrayList;
import java.util.List;

/** Who asked for a lease, line by line. */
final class OwnerFacts {

    private OwnerFacts() {}

    static List<Component> of(Owner owner) {
        List<Component> facts = new ArrayList<>();
        facts.add(new Fact("Service", Fact.text(owner.service())));
        facts.add(new Fact("Instance", Fact.text(owner.instance())));
        facts.add(new Fact("Host", Fact.text(owner.host())));
        facts.add(new Fact("Process", Fact.text(Long.toString(owner.pid()))));
        facts.add(new Fact("Thread", Fact.text(owner.thread())));
        if (!owner.note().isEmpty()) {
            facts.add(new Fact("Note", Fact.text(owner.note())));
        }
        if (!owner.details().isEmpty()) {
            facts.add(new Fact("Details", details(owner.details())));
        }
        return facts;
    }

    /** All under one label, so that no caller's key can pose as one of the console's own facts. */
    private static Component details(Details details) {
        Div lines = new Div();
        details.values().forEach((key, value) -> {
            Span name = new Span(Formats.visible(key) + " ");
            name.addClassName("dim");
            lines.add(new Div(name, Fact.text(value)));
        });
        return lines;
    }
}
