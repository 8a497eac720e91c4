package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.html.Input;
import com.vaadin.flow.data.value.ValueChangeMode;

/**
 * Fields for a day and for a moment, written as everywhere on the pages: 2026-11-21 and 2026-11-21 13:01:07. The browser's own fields
 * follow its locale, so that one page would show a time in two forms.
 */
public final class IsoField {

    private static final String DAY = "\\d{4}-\\d{2}-\\d{2}";

    private IsoField() {}

    public static Input moment() {
        return field("YYYY-MM-DD HH:MM:SS", DAY + "[ T]\\d{2}:\\d{2}(:\\d{2})?", 19, "moment");
    }

    public static Input day(String label) {
        Input day = field("YYYY-MM-DD", DAY, 10, "day");
        day.getElement().setAttribute("aria-label", label);
        day.setPlaceholder(label + ", YYYY-MM-DD");
        return day;
    }

    private static Input field(String form, String pattern, int length, String css) {
        Input field = new Input(ValueChangeMode.ON_CHANGE);
        field.addClassNames("iso-field", css);
        field.setPlaceholder(form);
        field.getElement().setAttribute("pattern", pattern);
        field.getElement().setAttribute("maxlength", Integer.toString(length));
        field.getElement().setAttribute("title", form);
        field.getElement().setAttribute("inputmode", "numeric");
        field.getElement().setAttribute("autocomplete", "off");
        field.getElement().setAttribute("spellcheck", "false");
        return field;
    }
}
