package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.overview.Slice;
import io.lockkeeper.console.ask.overview.Slices;
import io.lockkeeper.console.face.marks.Bars;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.remember.history.KnownTime.Extent;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One quantity over a time: a bar for each slice of it, with the total or the maximum in words. */
final class Strip extends Div {

    private final Span words = new Span();
    private final Bars bars = new Bars();
    private final String title;
    private final boolean sum;
    private final ToIntFunction<Slice> value;
    private @Nullable Slices drawn;

    /** @param sum whether the words give the total; otherwise the maximum */
    Strip(String title, String css, boolean sum, ToIntFunction<Slice> value) {
        this.title = title;
        this.sum = sum;
        this.value = value;
        addClassNames("strip", css);
        words.addClassNames("dim", "num");
        add(Components.span("strip-name", title), bars, words);
    }

    void show(OverviewRange range, Slices slices) {
        if (slices.equals(drawn)) {
            return;
        }
        drawn = slices;
        List<Slice> all = slices.all();
        int most = all.stream().mapToInt(value).max().orElse(0);
        int missing = range.slices() - all.size();
        String told = told(slices, most);
        Components.text(words, told);
        bars.show(
                IntStream.range(0, range.slices())
                        .mapToObj(i -> bar(i < missing ? Slice.UNSEEN : all.get(i - missing)))
                        .toList(),
                most,
                "%s in the %s: %s. The table below has each bar.".formatted(title, range.words(), told));
    }

    private Bars.Value bar(Slice slice) {
        Extent known = !slice.seen() ? Extent.NONE : slice.partlyUnseen() ? Extent.PART : Extent.WHOLE;
        return new Bars.Value(value.applyAsInt(slice), known, "");
    }

    private String told(Slices slices, int most) {
        int total = slices.all().stream().mapToInt(value).sum();
        return sum
                ? String.format(Locale.ROOT, "%,d in %s", total, length(slices.seen()))
                : String.format(Locale.ROOT, "at most %,d", most);
    }

    /** The duration in the largest unit of which it is at least two. */
    private static String length(Duration seen) {
        if (seen.toDays() > 1) {
            return seen.toDays() + " d";
        }
        return seen.toHours() > 1 ? seen.toHours() + " h" : seen.toMinutes() + " min";
    }
}
