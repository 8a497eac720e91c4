package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Input;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeLabel;
import com.vaadin.flow.component.html.RangeInput;
import com.vaadin.flow.data.value.ValueChangeMode;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.face.marks.TimeMarkList;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.IsoField;
import io.lockkeeper.console.ground.components.Segments;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.remember.history.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses the moment: a date field, a slider over its day, and steps; or the time from one moment to another. In the viewer's zone. */
final class PastClock extends Div {

    private static final int DELAY_MILLIS = 120;

    private final Times times = Times.present();
    private final Input date = IsoField.moment();
    private final Input from = IsoField.moment();
    private final Div since = new Div();
    private final NativeLabel until = new NativeLabel();
    private final RangeInput slider = new RangeInput(ValueChangeMode.LAZY);
    private final NativeButton now = button("Now", "Show the present, and follow it");
    private final Segments<Window> windows;
    private final DayScale scale = new DayScale();
    private final TimeMarkList marks;
    private final Consumer<@Nullable Instant> choose;
    private Instant moment = Instant.EPOCH;
    private Instant begun = Instant.EPOCH;
    private Day day = Day.of(moment, times.zone());
    private List<Gap> gaps = List.of();
    private List<TimeMark> events = List.of();
    private boolean editing;

    /**
     * @param choose called with another moment, null for now
     * @param ask called with what is asked about the moment
     * @param begin called with when the time before the moment begins
     */
    PastClock(Consumer<@Nullable Instant> choose, Consumer<Window> ask, Consumer<Instant> begin) {
        this.choose = choose;
        marks = new TimeMarkList("On this day", choose);
        addClassName("past-clock");
        date();
        begins(begin);
        slider();
        now.addClickListener(click -> choose.accept(null));
        date.setId("past-moment");
        until.setFor(date);
        Div at = new Div(
                since, until, date, step("−1 h", -60), step("−1 min", -1), step("+1 min", 1), step("+1 h", 60), now);
        at.addClassName("at");
        windows = new Segments<>("What to show", List.of(Window.values()), Window::title, ask);
        Div line = new Div(at, windows);
        line.addClassName("line");
        Div overDay = new Div(scale.marks(), scale.gaps(), slider, scale.hours());
        overDay.addClassName("day");
        add(line, overDay, marks);
    }

    /**
     * @param following whether that is now
     * @param asked what is asked about it
     */
    void show(Instant at, boolean following, PastAddress asked, List<Gap> unrecorded) {
        moment = at;
        boolean ranges = asked.window() == Window.SINCE;
        since.setVisible(ranges);
        Components.text(until, times.titled(ranges ? "To" : "Moment"));
        Duration length = asked.length(at);
        begun = length == null ? at : at.minus(length);
        if (!editing) {
            from.setValue(times.field(begun));
        }
        day = Day.of(at, times.zone());
        if (!editing) {
            date.setValue(times.field(at));
        }
        slider.setMax((double) (day.minutes() - 1));
        double minute = (double) day.minute(at);
        if (slider.getValue() != minute) {
            slider.setValue(minute);
        }
        slider.getElement().setAttribute("aria-valuetext", times.named(at));
        Segments.press(now, following);
        windows.show(asked.window());
        gaps = unrecorded;
        draw();
    }

    /** The day of the moment shown, in the viewer's zone. */
    Day day() {
        return day;
    }

    /** Shows the evictions and deploys of its day. */
    void mark(List<TimeMark> found) {
        events = found;
        draw();
    }

    private void draw() {
        List<TimeMark> ofDay =
                events.stream().filter(mark -> day.has(mark.at())).toList();
        scale.show(day, gaps, ofDay);
        Stream<TimeMark> times = gaps.stream().filter(day::overlaps).map(TimeMark::of);
        marks.show(Stream.concat(ofDay.stream(), times).toList());
    }

    private void date() {
        typed(date, () -> moment, choose);
    }

    private void begins(Consumer<Instant> begin) {
        NativeLabel label = new NativeLabel("From");
        from.setId("past-from");
        label.setFor(from);
        since.addClassName("since");
        since.add(label, from);
        typed(from, () -> begun, begin);
    }

    /** A field shows what is typed until it is left, and then what is asked for. */
    private void typed(Input field, Supplier<Instant> shown, Consumer<? super Instant> chosen) {
        field.addFocusListener(focus -> editing = true);
        field.addBlurListener(blur -> {
            editing = false;
            field.setValue(times.field(shown.get())); // which is not what was typed where no clock shows that
        });
        field.addValueChangeListener(change -> {
            Instant typed = change.isFromClient() ? times.of(change.getValue(), shown.get()) : null;
            if (typed != null) {
                chosen.accept(typed);
            }
        });
    }

    private void slider() {
        slider.setMin(0);
        slider.setStep(1.0);
        slider.setValueChangeTimeout(DELAY_MILLIS);
        slider.setAriaLabel(times.titled("Minute of the day"));
        slider.addValueChangeListener(change -> {
            if (change.isFromClient()) {
                choose.accept(day.at(change.getValue().longValue()));
            }
        });
    }

    private NativeButton step(String words, int minutes) {
        NativeButton step = button(words, "");
        step.addClickListener(click -> choose.accept(moment.plus(Duration.ofMinutes(minutes))));
        return step;
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
