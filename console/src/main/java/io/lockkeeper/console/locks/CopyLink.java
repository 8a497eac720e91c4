package io.lockkeeper.console.locks;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.icon.VaadinIcon;

/** Copies the address of what is shown. */
final class CopyLink {

    private CopyLink() {}

    static Button button() {
        Button copy = new Button(VaadinIcon.LINK.create());
        copy.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE, ButtonVariant.LUMO_SMALL);
        copy.setAriaLabel("Copy the link to this lock");
        copy.setTooltipText("Copy the link to this lock");
        copy.addAttachListener(attached -> copy.getElement().executeJs("window.lockkeeper.copiesLink(this)"));
        return copy;
    }
}
