package io.lockkeeper.console.watch.facet;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import java.util.List;
import java.util.Optional;

/** What one facet knows of a lock, on a page; hidden if it knows nothing. */
public final class FacetCard<T> extends Div {

    private final Facet<T> facet;
    private final RedrawnPanel<Optional<T>> shown = new RedrawnPanel<>(this::draw);

    FacetCard(Facet<T> facet) {
        this.facet = facet;
        addClassName(facet.css());
        setVisible(false);
        add(shown);
    }

    /** Shows what is known of the lock by now. */
    public void show(Subject lock) {
        show(facet.read(lock));
    }

    /** Shows what was read of the lock. */
    public void show(List<Known<?>> read) {
        show(read.stream().flatMap(each -> each.of(facet).stream()).findFirst());
    }

    private void show(Optional<T> known) {
        shown.show(known);
        setVisible(known.isPresent());
    }

    private List<Component> draw(Optional<T> known) {
        return known.map(facet::card).orElse(List.of());
    }
}
