package io.lockkeeper.console.people.users;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.scope.TypedScope;

/** Asks for a scope: name prefixes and sources. Leaving both empty means all locks. */
public final class ScopeFields extends Div {

    private static final int LONGEST = 2_000;

    private final TextField prefixes = new TextField("Lock names that begin with");
    private final TextField sources = new TextField("Sources with locks of other libraries");

    /**
     * Creates two empty fields.
     *
     * @param all what an empty answer means, in words
     */
    public ScopeFields(String all) {
        addClassName("fields");
        prefixes.setHelperText("For example order:*, pay:*. Both fields empty: " + all);
        prefixes.setMaxLength(LONGEST);
        sources.setHelperText("For example app.shedlock/shedlock, or * for all");
        sources.setMaxLength(LONGEST);
        add(prefixes, sources);
    }

    void set(LockScope scope) {
        prefixes.setValue(TypedScope.prefixes(scope));
        sources.setValue(TypedScope.sources(scope));
    }

    /**
     * The scope in the fields.
     *
     * @throws RefusedException if it is not a scope; the message is for the person who typed it
     */
    public LockScope value() {
        try {
            return TypedScope.of(prefixes.getValue(), sources.getValue());
        } catch (IllegalArgumentException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
    }
}
