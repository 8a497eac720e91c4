package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of a page that is redrawn when what it shows has changed, and only then. Without content it is hidden. */
public final class RedrawnPanel<T> extends Div {

    private final Function<T, List<Component>> draw;
    private @Nullable T drawn;

    public RedrawnPanel(Function<T, List<Component>> draw) {
        this.draw = draw;
        setVisible(false);
    }

    public void show(T facts) {
        if (!facts.equals(drawn)) {
            drawn = facts;
            List<Component> content = draw.apply(facts);
            removeAll();
            add(content);
            setVisible(!content.isEmpty());
        }
    }
}
