package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextField;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The field for the reason why a lease is ended: one of the usual reasons, words, or both. */
final class ReasonField extends Div {

    private final Select<String> usual = new Select<>();
    private final TextField words = new TextField();

    ReasonField() {
        this(
                "hung on a dead peer",
                "held far longer than usual",
                "left behind by a deployment",
                "its process is dead",
                "asked for by its owner");
    }

    /** @param reasons the usual ones */
    ReasonField(String... reasons) {
        addClassName("reason");
        usual.setLabel("Reason");
        usual.setPlaceholder("Choose …");
        usual.setItems(reasons);
        usual.addValueChangeListener(change -> usual.setInvalid(false));
        words.setLabel("Ticket or words");
        words.setMaxLength(EvictionRequest.MAX_REASON_BYTES);
        words.addValueChangeListener(change -> usual.setInvalid(false));
        add(usual, words);
    }

    /** Begins what is done for the reason, unless that breaks a rule: then the field says which. Answers whether it has begun. */
    boolean begin(Consumer<String> work) {
        try {
            work.accept(text());
            return true;
        } catch (IllegalArgumentException e) {
            refuse(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private String text() {
        return Stream.of(usual.getOptionalValue().orElse(""), words.getValue().strip())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(": "));
    }

    private void refuse(String sentence) {
        usual.setErrorMessage(sentence);
        usual.setInvalid(true);
        usual.focus();
    }

    @Override
    public void setEnabled(boolean enabled) {
        usual.setEnabled(enabled);
        words.setEnabled(enabled);
    }
}
