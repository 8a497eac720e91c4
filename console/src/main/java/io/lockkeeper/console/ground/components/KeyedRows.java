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
 * only one that is new or gone is made or removed.
 */
public final class KeyedRows<K, T, C extends Component> {

    private final Map<K, C> shown = new HashMap<>();
    private final Element parent;
    private final Function<T, K> key;
    private final Supplier<C> make;
    private final BiConsumer<C, T> show;

    /** Nothing else may stand in {@code parent}. */
    public KeyedRows(Component parent, Function<T, K> key, Supplier<C> make, BiConsumer<C, T> show) {
        this.parent = parent.getElement();
        this.key = key;
        this.make = make;
        this.show = show;
    }

    public void show(List<T> things) {
        List<K> keys = things.stream().map(key).toList();
        removeAllBut(new HashSet<>(keys));
        for (int i = 0; i < keys.size(); i++) {
            C row = shown.computeIfAbsent(keys.get(i), unused -> make.get());
            stand(row.getElement(), i);
            show.accept(row, things.get(i));
        }
    }

    private void removeAllBut(Set<K> keys) {
        for (K known : List.copyOf(shown.keySet())) {
            if (!keys.contains(known)) {
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
