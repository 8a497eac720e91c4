package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ask.past.TimeMarks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.History;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The marks of the last hour, day or week, with outages and times of which a source has no records. Waits for MongoDB. */
@Component
class LastMarks {

    private final TimeMarks marks;
    private final History history;

    LastMarks(TimeMarks marks, History history) {
        this.marks = marks;
        this.history = history;
    }

    List<TimeMark> of(LockScope scope, Instant from, Instant until) {
        Stream<TimeMark> gaps = history.gaps(scope, from).stream().map(TimeMark::of);
        return Stream.concat(marks.of(scope, from, until).stream(), gaps).toList();
    }
}
