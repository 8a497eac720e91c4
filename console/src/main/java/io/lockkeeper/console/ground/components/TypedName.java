package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.textfield.Autocomplete;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.data.value.ValueChangeMode;
import io.lockkeeper.console.ground.formats.Formats;
import java.text.Normalizer;
import java.text.Normalizer.Form;

/** A lock's name to type, so that an irreversible action is confirmed only by a user who has read which lock it is. */
public final class TypedName extends TextField {

    private final String name;

    /** @param label with {@code %s} where the name stands */
    public TypedName(String label, String name, Runnable changed) {
        this.name = typed(Formats.visible(name));
        setLabel(label.formatted(Formats.visible(name)));
        setValueChangeMode(ValueChangeMode.EAGER);
        addValueChangeListener(change -> changed.run());
        setAutocomplete(Autocomplete.OFF);
    }

    public boolean isTyped() {
        return typed(getValue()).equals(name);
    }

    /** The text as a keyboard writes it: composed, and without invisible spaces at its ends. */
    private static String typed(String text) {
        return Normalizer.normalize(text, Form.NFC).strip();
    }
}
