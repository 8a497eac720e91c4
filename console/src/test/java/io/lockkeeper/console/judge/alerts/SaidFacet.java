package io.lockkeeper.console.judge.alerts;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.watch.facet.Facet;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Said;
import io.lockkeeper.console.watch.facet.Subject;
import java.util.List;
import java.util.Optional;

/** A facet that says the same of all locks whose names start so. */
record SaidFacet(String prefix, Said known) implements Facet<Said> {

    static Facets of(String prefix, Said known) {
        return new Facets(List.of(new SaidFacet(prefix, known)));
    }

    @Override
    public String name() {
        return "about";
    }

    @Override
    public String css() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Said> read(Subject of) {
        return Optional.of(known).filter(it -> of.lock().name().startsWith(prefix));
    }

    @Override
    public List<Component> card(Said said) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Said> said(Said said) {
        return Optional.of(said);
    }
}
