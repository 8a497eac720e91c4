package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.Location;
import io.lockkeeper.console.face.marks.Bars;
import io.lockkeeper.console.face.marks.SliceTable;
import io.lockkeeper.console.face.marks.TimeLane;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.remember.history.KnownTime.Extent;
import io.lockkeeper.console.remember.history.LeaseDensity;
import io.lockkeeper.console.remember.history.TimeSlices;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How many leases were held over the time that the page asks about, a bar for each slice of it. One that is chosen narrows the time. */
final class DensityStrip extends Div {

    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    private final Span words = new Span();
    private final Bars bars = new Bars(this::choose);
    private final Div scale = new Div();
    private final Div picture = new Div();
    private final SliceTable table = new SliceTable("Held", "Granted");
    private final Consumer<PastAddress> ask;
    private @Nullable PastAddress asked;
    private @Nullable LeaseDensity drawn;
    private long rested;

    /** @param ask called with the address of a slice */
    DensityStrip(Consumer<PastAddress> ask) {
        this.ask = ask;
        addClassName("density");
        words.addClassNames("dim", "num");
        picture.add(bars, scale, table);
        add(words, picture);
        setVisible(false);
    }

    /** The question whose leases it counts: about a moment, of the hour before it. */
    static PastAddress of(PastAddress asked) {
        return asked.asking(asked.window() == Window.MOMENT ? Window.HOUR : asked.window());
    }

    /** Whether it is to be read again. */
    boolean isDue(PastAddress other) {
        return !of(other).equals(asked) || System.nanoTime() - rested >= 0;
    }

    /** @param rest for how long it need not be read again */
    void show(LeaseDensity density, PastAddress of, Duration rest) {
        rested = System.nanoTime() + rest.toNanos();
        if (density.equals(drawn) && of(of).equals(asked)) {
            return;
        }
        asked = of(of);
        drawn = density;
        TimeSlices slices = density.slices();
        Times times = Times.present();
        String time = "%s to %s".formatted(times.named(slices.from()), times.named(slices.until()));
        String told = "Leases: " + PastWords.density(density);
        Components.text(words, told);
        bars.show(
                each(density, i -> bar(density, i)),
                (double) density.most(),
                "%s, from %s. The table below has each bar.".formatted(told, time));
        scale.removeAll();
        scale.add(TimeLane.scale(times.named(slices.from()), times.named(slices.until())));
        table.show(each(density, i -> line(density, i)));
        picture.setVisible(true);
        setVisible(true);
    }

    /** Says that it could not be read; the list stands without it. */
    void fail(PastAddress of) {
        rested = System.nanoTime() + AFTER_FAILURE.toNanos();
        asked = of(of);
        drawn = null;
        Components.text(words, "How many leases there were in this time could not be added up. Choose a shorter one.");
        picture.setVisible(false);
        setVisible(true);
    }

    void hide() {
        asked = null;
        setVisible(false);
    }

    private static <T> List<T> each(LeaseDensity density, IntFunction<T> make) {
        return IntStream.range(0, density.slices().count()).mapToObj(make).toList();
    }

    private static Bars.Value bar(LeaseDensity density, int slice) {
        TimeSlices slices = density.slices();
        String from = Times.present().seconds(slices.begin(slice));
        return new Bars.Value(
                density.all().get(slice).held(),
                slices.known().get(slice),
                "%s to %s: %s"
                        .formatted(from, Times.present().clock(slices.end(slice)), PastWords.slice(density, slice)));
    }

    private SliceTable.Line line(LeaseDensity density, int slice) {
        TimeSlices slices = density.slices();
        Extent known = slices.known().get(slice);
        LeaseDensity.Count count = density.all().get(slice);
        return new SliceTable.Line(
                slices.begin(slice),
                new Location("history", address(slices, slice).address()).getPathWithQueryParameters(),
                known == Extent.PART ? " partly not recorded" : "",
                IntStream.of((int) count.held(), (int) count.granted())
                        .mapToObj(value ->
                                known == Extent.NONE ? "not recorded" : String.format(Locale.ROOT, "%,d", value))
                        .toList());
    }

    private void choose(int slice) {
        if (drawn != null) {
            ask.accept(address(drawn.slices(), slice));
        }
    }

    private PastAddress address(TimeSlices slices, int slice) {
        PastAddress known = asked == null ? PastAddress.NOW : asked;
        return known.within(slices.begin(slice), slices.end(slice));
    }
}
