package io.lockkeeper.console.face.settings;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.remember.history.Retention;
import io.lockkeeper.console.remember.history.Retention.Limits;
import io.lockkeeper.console.remember.history.RetentionSettings;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** How long the history is kept, and how large it may become. */
final class RetentionSection extends Section {

    private final RetentionSettings settings;
    private final Background background;
    private final Paragraph kept = new Paragraph();
    private final Paragraph chosen = styled(new Paragraph(), "dim");
    private final Button change = new Button("Change…");
    private @Nullable Limits shown;

    RetentionSection(RetentionSettings settings, Background background) {
        this.settings = settings;
        this.background = background;
        addClassNames("card", "rules");
        change.addThemeVariants(ButtonVariant.LUMO_SMALL);
        change.setAriaLabel("Change how long the history is kept");
        change.setEnabled(false);
        change.addClickListener(click -> ask());
        add(styled(new Div(new H2("History"), change), "rules-head"), kept, chosen);
        load();
    }

    private void load() {
        background.read(
                settings::read,
                this::show,
                failed -> kept.setText(
                        "How long the history is kept could not be read. Reload the page when MongoDB answers."));
    }

    private void show(Limits limits) {
        shown = limits;
        change.setEnabled(true);
        kept.setText("Kept for %s after its end, and at most %s.".formatted(words(limits.age()), words(limits.size())));
        LastChange by = limits.chosen();
        chosen.setText(
                by == null
                        ? "As the console’s start says: LOCKKEEPER_HISTORY_RETENTION and LOCKKEEPER_HISTORY_MAX_SIZE."
                        : "Set at %s by %s.".formatted(Times.present().named(by.at()), Formats.visible(by.by())));
    }

    private void ask() {
        Limits seen = shown;
        if (seen == null) {
            return;
        }
        TextField days = field("Days", Long.toString(Math.max(1, seen.age().toDays())));
        days.setHelperText(String.format(
                Locale.ROOT, "From 1 to %,d. What has ended already keeps the time that it had.", Retention.MOST_DAYS));
        TextField megabytes =
                field("Largest size in MB", Long.toString(seen.size().toMegabytes()));
        megabytes.setHelperText(String.format(
                Locale.ROOT,
                "From %,d. Where the history grows beyond it, the oldest records are deleted first.",
                Retention.FEWEST_MEGABYTES));
        Div fields = styled(new Div(days, megabytes), "fields");
        LastChange last = seen.chosen();
        new Confirmation<>(
                        "Change how long the history is kept",
                        fields,
                        "Change",
                        background,
                        () -> settings.set(
                                number(days.getValue()), number(megabytes.getValue()), last == null ? null : last.at()),
                        this::show)
                .open();
    }

    private static TextField field(String label, String value) {
        TextField field = new TextField(label);
        field.setMaxLength(9);
        field.setValue(value);
        return field;
    }

    private static int number(String typed) {
        try {
            return Integer.parseInt(typed.strip().replace(",", ""));
        } catch (NumberFormatException e) {
            throw new RefusedException("“%s” is not a whole number. Nothing was changed.".formatted(typed));
        }
    }

    private static String words(Duration time) {
        return time.toDays() >= 2 ? String.format(Locale.ROOT, "%,d days", time.toDays()) : Formats.duration(time);
    }

    private static String words(DataSize size) {
        return size.toMegabytes() % 1_024 == 0
                ? String.format(Locale.ROOT, "%,d GB", size.toGigabytes())
                : String.format(Locale.ROOT, "%,d MB", size.toMegabytes());
    }
}
