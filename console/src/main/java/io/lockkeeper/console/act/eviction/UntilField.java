package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Input;
import com.vaadin.flow.component.html.NativeLabel;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.IsoField;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The time at which a pause ends, in the viewer's zone. It says what the time typed means, and how far it is from now. */
final class UntilField extends Div {

    private static final String ID = "pause-until";
    private static final String SAYS = ID + "-says";

    private final Times times = Times.present();
    private final Input field = IsoField.moment();
    private final Span says = new Span();
    private final Supplier<Instant> now;

    UntilField(Supplier<Instant> now) {
        this.now = now;
        addClassName("until");
        Instant present = now.get().truncatedTo(ChronoUnit.MINUTES);
        field.setId(ID);
        field.getElement().setAttribute("aria-describedby", SAYS);
        field.setValue(times.field(present.plus(Duration.ofHours(1))));
        field.addValueChangeListener(change -> say());
        NativeLabel label = new NativeLabel(times.titled("Until"));
        label.setFor(field);
        says.setId(SAYS);
        says.getElement().setAttribute("role", "status");
        add(label, field, says);
        say();
    }

    /** The time, if a pause may end then; else the field says why not. */
    Optional<Instant> checked() {
        Optional<Instant> good =
                Optional.ofNullable(typed()).filter(until -> PauseRequest.isWithinBounds(until, now.get()));
        if (good.isEmpty()) {
            say();
            field.focus();
        }
        return good;
    }

    private @Nullable Instant typed() {
        return times.of(field.getValue(), now.get());
    }

    private void say() {
        Instant until = typed();
        Instant present = now.get();
        boolean good = until != null && PauseRequest.isWithinBounds(until, present);
        says.setText(words(until, present));
        says.setClassName(good ? "says" : "says wrong");
        field.getElement().setAttribute("aria-invalid", Boolean.toString(!good));
    }

    private String words(@Nullable Instant until, Instant present) {
        if (until == null) {
            return "Write a day and a time, for example %s.".formatted(times.field(present));
        }
        if (!until.isAfter(present)) {
            return "%s is over: a pause ends after now.".formatted(times.named(until));
        }
        return PauseRequest.isWithinBounds(until, present)
                ? "%s, in %s".formatted(times.named(until), Formats.duration(Duration.between(present, until)))
                : "%s is too far ahead: a pause lasts %s days at most."
                        .formatted(times.named(until), PauseRequest.LONGEST.toDays());
    }
}
