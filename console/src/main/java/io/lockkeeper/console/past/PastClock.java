package io.lockkeeper.console.past;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Input;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeLabel;
import com.vaadin.flow.component.html.RangeInput;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.data.value.ValueChangeMode;
import io.lockkeeper.console.history.Gap;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.Words;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Chooses the moment: a date field, a slider over its day, and steps; all in UTC. */
final class PastClock extends Div {

    private static final DateTimeFormatter FIELD =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DELAY_MILLIS = 120;
    private static final int MINUTES = 1_440;

    private final Input date = new Input(ValueChangeMode.ON_CHANGE);
    private final RangeInput slider = new RangeInput(ValueChangeMode.LAZY);
    private final NativeButton now = button("Now", "Show the present, and follow it");
    private final Map<Window, NativeButton> windows = new EnumMap<>(Window.class);
    private final Div gaps = new Div();
    private final Consumer<@Nullable Instant> choose;
    private Instant moment = Instant.EPOCH;
    private List<Object> drawn = List.of();
    private boolean editing;

    /**
     * @param choose called with another moment, null for now
     * @param ask called with what is asked about the moment
     */
    PastClock(Consumer<@Nullable Instant> choose, Consumer<Window> ask) {
        this.choose = choose;
        addClassName("past-clock");
        date();
        slider();
        now.addClickListener(click -> choose.accept(null));
        NativeLabel label = new NativeLabel("Moment (UTC)");
        date.setId("past-moment");
        label.setFor(date);
        Div at = new Div(label, date, step("−1 h", -60), step("−1 min", -1), step("+1 min", 1), step("+1 h", 60), now);
        at.addClassName("at");
        Div line = new Div(at, windows(ask));
        line.addClassName("line");
        gaps.addClassName("gaps");
        gaps.getElement().setAttribute("aria-hidden", "true");
        Div day = new Div(gaps, slider, hours());
        day.addClassName("day");
        add(line, day);
    }

    /**
     * @param at the moment shown
     * @param following whether that is now
     */
    void show(Instant at, boolean following, Window asked, List<Gap> unrecorded) {
        moment = at;
        if (!editing) {
            date.setValue(FIELD.format(at));
        }
        Instant day = at.truncatedTo(ChronoUnit.DAYS);
        double minute = Duration.between(day, at).toMinutes();
        if (slider.getValue() != minute) {
            slider.setValue(minute);
        }
        slider.getElement().setAttribute("aria-valuetext", Words.seconds(at) + " UTC");
        pressed(now, following);
        windows.forEach((window, button) -> pressed(button, window == asked));
        drawGaps(day, unrecorded);
    }

    private void date() {
        date.setType("datetime-local");
        date.getElement().setAttribute("step", "1");
        date.addFocusListener(focus -> editing = true);
        date.addBlurListener(blur -> editing = false);
        date.addValueChangeListener(change -> {
            if (change.isFromClient()) {
                Optional.ofNullable(PastAddress.instant(change.getValue())).ifPresent(choose);
            }
        });
    }

    private void slider() {
        slider.setMin(0);
        slider.setMax(MINUTES - 1);
        slider.setStep(1.0);
        slider.setValueChangeTimeout(DELAY_MILLIS);
        slider.setAriaLabel("Minute of the day (UTC)");
        slider.addValueChangeListener(change -> {
            if (change.isFromClient()) {
                Instant day = moment.truncatedTo(ChronoUnit.DAYS);
                choose.accept(day.plus(Duration.ofMinutes(change.getValue().longValue())));
            }
        });
    }

    private NativeButton step(String words, int minutes) {
        NativeButton step = button(words, "");
        step.addClickListener(click -> choose.accept(moment.plus(Duration.ofMinutes(minutes))));
        return step;
    }

    private Div windows(Consumer<Window> ask) {
        Div group = new Div();
        group.addClassName("segments");
        group.getElement().setAttribute("role", "group");
        group.getElement().setAttribute("aria-label", "What to show");
        for (Window window : Window.values()) {
            NativeButton button = button(window.title(), "");
            button.addClickListener(click -> ask.accept(window));
            windows.put(window, button);
            group.add(button);
        }
        return group;
    }

    private static Div hours() {
        Div hours = new Div();
        hours.addClassNames("hours", "dim", "num");
        hours.getElement().setAttribute("aria-hidden", "true");
        for (int hour = 0; hour <= 24; hour += 3) {
            hours.add(new Span("%02d:00".formatted(hour)));
        }
        return hours;
    }

    private void drawGaps(Instant day, List<Gap> unrecorded) {
        List<Object> wanted = List.of(day, unrecorded);
        if (wanted.equals(drawn)) {
            return;
        }
        drawn = wanted;
        gaps.removeAll();
        for (Gap gap : unrecorded) {
            double from = percent(day, gap.from());
            double until = percent(day, gap.until());
            Span bar = new Span();
            bar.getStyle().set("left", text(Math.min(from, 99.5)));
            bar.getStyle().set("width", text(Math.max(.5, until - from)));
            gaps.add(bar);
        }
    }

    private static double percent(Instant day, Instant at) {
        return Math.clamp(100.0 * Duration.between(day, at).toMinutes() / MINUTES, 0, 100);
    }

    private static String text(double percent) {
        return String.format(Locale.ROOT, "%.2f%%", percent);
    }

    private static void pressed(NativeButton button, boolean is) {
        String wanted = Boolean.toString(is);
        if (!wanted.equals(button.getElement().getAttribute("aria-pressed"))) {
            button.getElement().setAttribute("aria-pressed", wanted);
        }
        Draw.css(button, is ? "quiet pressed" : "quiet");
    }

    private static NativeButton button(String words, String meaning) {
        NativeButton button = new NativeButton(words);
        button.addClassName("quiet");
        if (!meaning.isEmpty()) {
            button.setTitle(meaning);
        }
        return button;
    }
}
