package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.components.ViewerZone;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ContentionPlotTest {

    /** In Berlin, the hour from two to three is there twice in this night: at 00:00 and at 01:00 UTC. */
    private static final Instant FROM = Instant.parse("2026-10-24T23:00:00Z");

    @Test
    void anHourThatAClockShowsTwiceIsListedAsTwo() {
        List<Contention.Moment> hours = LongStream.range(0, 4)
                .mapToObj(hour -> new Contention.Moment(FROM.plus(Duration.ofHours(hour)), 1, 0, null, null))
                .toList();
        ContentionPlot plot = new ViewerZone(ZoneId.of("Europe/Berlin"), false).carry(() -> {
            ContentionPlot drawn = new ContentionPlot();
            drawn.show(new Contention(Duration.ofHours(1), hours), List.of(), "history?lock=order:1");
            return drawn;
        });

        assertThat(texts(plot))
                .containsSubsequence(
                        "From (Berlin)",
                        "2026-10-25 01:00:00",
                        "2026-10-25 02:00:00 UTC+2",
                        "2026-10-25 02:00:00 UTC+1",
                        "2026-10-25 03:00:00");
    }

    private static List<String> texts(Component root) {
        return Stream.concat(
                        Stream.of(root.getElement().getText()),
                        root.getElement()
                                .getChildren()
                                .flatMap(it -> it.getComponent().stream())
                                .flatMap(it -> texts(it).stream()))
                .toList();
    }
}
