package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.Exports;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.WaitRecord;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Exports what the History page shows as a file, with the same access rules as the page. */
@KeepsToScope
@RestController
class PastFiles {

    private static final String NARROWER = "Ask for less time, or name a lock, service, host or operator.";

    private final Past past;
    private final ServerClock clock;
    private final Exports exports;

    PastFiles(Past past, ServerClock clock, Exports exports) {
        this.past = past;
        this.clock = clock;
        this.exports = exports;
    }

    @GetMapping("/export/history.{format:csv|json}")
    void file(
            @PathVariable String format,
            @RequestParam MultiValueMap<String, String> parameters,
            HttpServletRequest request,
            HttpServletResponse answer)
            throws IOException {
        PastQuestion asked = question(parameters);
        exports.send(
                request,
                answer,
                format,
                asked.moment(),
                () -> new Export("leases", LeaseFields.NAMES, rows(asked, exports.most() + 1), NARROWER));
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

    private PastQuestion question(Map<String, List<String>> parameters) {
        try {
            return PastAddress.of(new QueryParameters(parameters)).question(LockScope.present(), clock.now());
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }
}
