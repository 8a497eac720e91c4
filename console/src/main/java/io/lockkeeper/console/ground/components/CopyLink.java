package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.icon.VaadinIcon;

/** Copies the address of what is shown, or a text of it. */
public final class CopyLink {

    private CopyLink() {}

    public static Button button() {
        Button copy = button("Copy the link to this lock", VaadinIcon.LINK);
        copy.addAttachListener(attached -> copy.getElement().executeJs("window.lockkeeper.copiesLink(this)"));
        return copy;
    }

    /** Copies what a component says. */
    public static Button text(String label, Component of) {
        Button copy = button(label, VaadinIcon.COPY_O);
        copy.addAttachListener(
                attached -> copy.getElement().executeJs("window.lockkeeper.copiesText(this, $0)", of.getElement()));
        return copy;
    }

    private static Button button(String label, VaadinIcon icon) {
        Button copy = new Button(icon.create());
        copy.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE, ButtonVariant.LUMO_SMALL);
        copy.setAriaLabel(label);
        copy.setTooltipText(label);
        return copy;
    }
}
