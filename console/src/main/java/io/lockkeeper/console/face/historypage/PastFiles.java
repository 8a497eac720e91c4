package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.ExportedList;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.WaitRecord;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What the History page shows. */
@Component
class PastFiles implements ExportedList {

    private static final String NARROWER = "Ask for less time, or name a lock, service, host or operator.";

    private final Past past;
    private final ServerClock clock;

    PastFiles(Past past, ServerClock clock) {
        this.past = past;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "history";
    }

    @Override
    public Asked asked(QueryParameters parameters) {
        PastQuestion asked = PastAddress.of(parameters).question(LockScope.present(), clock.now());
        return new Asked(
                asked.moment(), most -> new Export("leases", LeaseFields.NAMES, rows(asked, most + 1), NARROWER));
    }

    /** Leases first, then waiters taken out of queues. */
    private Stream<Map<String, @Nullable Object>> rows(PastQuestion asked, int most) {
        Stream<WaitRecord> takenOut = past.takenOutOneByOne(asked, most);
        try {
            return Stream.concat(past.stream(asked, most).map(LeaseFields::of), takenOut.map(LeaseFields::of));
        } catch (RuntimeException e) {
            takenOut.close();
            throw e;
        }
    }
}
