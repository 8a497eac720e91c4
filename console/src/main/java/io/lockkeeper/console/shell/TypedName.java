package io.lockkeeper.console.shell;

import com.vaadin.flow.component.textfield.Autocomplete;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.data.value.ValueChangeMode;

/** A lock's name to type, so that nobody does what cannot be undone without having read which lock it is. */
public final class TypedName extends TextField {

    private final String name;

    public TypedName(String label, String name, Runnable changed) {
        super(label);
        this.name = Words.visible(name);
        setHelperText(this.name);
        setValueChangeMode(ValueChangeMode.EAGER);
        addValueChangeListener(change -> changed.run());
        setAutocomplete(Autocomplete.OFF);
    }

    public boolean isTyped() {
        return getValue().equals(name);
    }
}
