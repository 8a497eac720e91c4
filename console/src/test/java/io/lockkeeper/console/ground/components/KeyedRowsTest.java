package io.lockkeeper.console.ground.components;

import static org.assertj.core.api.Assertions.assertThat;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.dom.Element;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Rows with a key, of which documents that were written by hand may have two that are equal. */
class KeyedRowsTest {

    private final Div parent = new Div();
    private final KeyedRows<String, String, Span> rows =
            new KeyedRows<>(parent, Function.identity(), Span::new, Span::setText);

    @Test
    void thingsWithOneKeyHaveARowEachAndKeepNoOtherFromBeingShown() {
        rows.show(List.of("a", "twice", "twice", "b"));
        assertThat(texts()).containsExactly("a", "twice", "twice", "b");
        rows.show(List.of("b", "twice"));
        assertThat(texts()).containsExactly("b", "twice");
    }

    @Test
    void aRowThatStaysIsMovedAndNotMadeAgain() {
        rows.show(List.of("a", "b"));
        Element first = parent.getElement().getChild(0);
        rows.show(List.of("b", "a"));
        assertThat(parent.getElement().getChild(1)).isEqualTo(first);
    }

    private List<String> texts() {
        return parent.getElement().getChildren().map(Element::getText).toList();
    }
}
