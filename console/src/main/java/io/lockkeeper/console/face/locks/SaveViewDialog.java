package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.textfield.TextField;
import java.util.function.Consumer;

/** Asks for a name under which to save the list's search, order and look. */
final class SaveViewDialog extends Dialog {

    private final TextField name = new TextField("Name");
    private final Saving saving;

    /** Saves under the name; then runs {@code done}, or passes a sentence to {@code refused}. */
    interface Saving {
        void save(String name, Runnable done, Consumer<String> refused);
    }

    SaveViewDialog(Saving saving) {
        this.saving = saving;
        setHeaderTitle("Save this view");
        name.setMaxLength(ViewShelf.LONGEST_NAME);
        name.setWidthFull();
        name.addValueChangeListener(change -> name.setInvalid(false));
        add(
                new Paragraph(
                        "The search, the order, the filter and how the list looks. Only you see it. One of the same name is replaced."),
                name);
        Button save = new Button("Save", click -> save());
        save.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        getFooter().add(new Button("Cancel", click -> close()), save);
        name.focus();
    }

    private void save() {
        try {
            saving.save(ViewShelf.checked(name.getValue()), this::close, this::refuse);
        } catch (IllegalArgumentException e) {
            refuse(String.valueOf(e.getMessage()));
        }
    }

    private void refuse(String sentence) {
        name.setErrorMessage(sentence);
        name.setInvalid(true);
    }
}
