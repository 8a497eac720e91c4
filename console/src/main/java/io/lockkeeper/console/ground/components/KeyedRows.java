package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.dom.Element;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Components that stand for things with a key, kept in place: one that stays is updated and moves if it has to, and
 * only one that is new or gone is made or removed. Things whose keys are equal, as documents that were written by hand may have them, have a
 * row each.
 */
public final class KeyedRows<K, T, C extends Component> {

    /** A key, and how many before it are equal to it. */
    private record Place<K>(K key, int before) {}

    private final Map<Place<K>, C> shown = new HashMap<>();
    private final Element parent;
    private final int before;
    private final Function<T, K> key;
    private final Supplier<C> make;
    private final BiConsumer<C, T> show;

    /** @param parent the rows stand in it after what it contains by now */
    public KeyedRows(Component parent, Function<T, K> key, Supplier<C> make, BiConsumer<C, T> show) {
        this.parent = parent.getElement();
        before = parent.getElement().getChildCount();
        this.key = key;
        this.make = make;
        this.show = show;
    }

    public void show(List<T> things) {
        List<Place<K>> places = places(things);
        removeAllBut(new HashSet<>(places));
        for (int i = 0; i < places.size(); i++) {
            C row = shown.computeIfAbsent(places.get(i), unused -> make.get());
            stand(row.getElement(), before + i);
            show.accept(row, things.get(i));
        }
    }

    private List<Place<K>> places(List<T> things) {
        Map<K, Integer> times = new HashMap<>();
        return things.stream()
                .map(key)
                .map(it -> new Place<>(it, times.merge(it, 1, Integer::sum) - 1))
                .toList();
    }

    private void removeAllBut(Set<Place<K>> places) {
        for (Place<K> known : List.copyOf(shown.keySet())) {
            if (!places.contains(known)) {
                Objects.requireNonNull(shown.remove(known)).removeFromParent();
            }
        }
    }

    private void stand(Element row, int place) {
        if (place >= parent.getChildCount() || !parent.getChild(place).equals(row)) {
            parent.insertChild(place, row);
        }
    }
}
