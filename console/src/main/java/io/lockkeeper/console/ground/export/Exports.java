package io.lockkeeper.console.ground.export;

import com.mongodb.MongoException;
import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.loops.Turns;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.refusal.CrowdedException;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Writes files row by row, two at a time, of which each user has one: a slow reader keeps its place. Each file has a limit, and
 * says so where it is reached; it ends with the session that asked for it. Thread-safe.
 */
@KeepsToScope
@RestController
class Exports {

    private static final int TOGETHER = 2;

    /** After how many rows the session is checked again. */
    private static final int STEP = 50;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Logger LOG = LoggerFactory.getLogger(Exports.class);

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Turns turns = new Turns(
            TOGETHER,
            "Another export of yours is being written; wait for its end.",
            "Other exports are being written; try again in a moment.");

    private final List<ExportedList> lists;
    private final int most;

    /** @param most rows of a file */
    Exports(List<ExportedList> lists, @Value("${lockkeeper.export-rows:100000}") int most) {
        this.lists = lists;
        this.most = most;
    }

    @GetMapping("/export/{list}.{format:csv|json}")
    void file(
            @PathVariable String list,
            @PathVariable String format,
            @RequestParam MultiValueMap<String, String> parameters,
            HttpServletRequest request,
            HttpServletResponse answer)
            throws IOException {
        ExportedList wanted = lists.stream()
                .filter(each -> each.name().equals(list))
                .findFirst()
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        ExportedList.Asked asked = sound(() -> wanted.asked(new QueryParameters(parameters)));
        send(request, answer, format, asked);
    }

    private static <T> T sound(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }

    /** A file that was started says what ended it early. */
    private void send(HttpServletRequest request, HttpServletResponse answer, String format, ExportedList.Asked asked)
            throws IOException {
        String reader = String.valueOf(request.getRemoteUser());
        enter(reader, answer);
        try (Export export = sound(() -> asked.rows().apply(most))) {
            write(request, answer, format, asked.at(), export);
        } catch (DataAccessException e) {
            throw e.getCause() instanceof MongoException trouble
                    ? new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, MongoTrouble.sentence(trouble), e)
                    : e;
        } finally {
            turns.leave(reader);
        }
    }

    private void enter(String reader, HttpServletResponse answer) {
        try {
            turns.enter(reader, PATIENCE);
        } catch (CrowdedException e) {
            answer.setHeader(
                    HttpHeaders.RETRY_AFTER, Long.toString(e.retryAfter().toSeconds()));
            throw new ResponseStatusException(HttpStatus.TOO_MANY_REQUESTS, e.getMessage(), e);
        }
    }

    private void write(HttpServletRequest request, HttpServletResponse answer, String format, Instant at, Export asked)
            throws IOException {
        boolean csv = "csv".equals(format);
        ExportFile file = csv ? new ExportFile.Csv() : new ExportFile.Json(asked.rows());
        Iterator<Map<String, @Nullable Object>> each = asked.fields().iterator();
        boolean any = each.hasNext(); // asks MongoDB: what it refuses is an error, and no half file
        answer.setContentType((csv ? "text/csv" : MediaType.APPLICATION_JSON_VALUE) + ";charset=UTF-8");
        answer.setHeader(
                "Content-Disposition",
                "attachment; filename=\"lockkeeper-%s-%s.%s\"".formatted(asked.rows(), STAMP.format(at), format));
        Writer out = answer.getWriter();
        file.begin(out, asked.columns());
        String cut = any ? rows(request, out, each, file, asked) : "";
        file.end(out, cut.isEmpty() ? asked.missing() : cut);
    }

    /** Returns why the file ends early; empty if it is complete. An incomplete file never looks complete. */
    private String rows(
            HttpServletRequest request,
            Writer out,
            Iterator<Map<String, @Nullable Object>> each,
            ExportFile file,
            Export asked)
            throws IOException {
        int written = 0;
        try {
            for (; each.hasNext() && written < most; written++) {
                if (written % STEP == 0 && request.getSession(false) == null) {
                    return broken(written, asked, "your session has ended. Log in, and export again.");
                }
                file.row(out, each.next());
            }
            return each.hasNext()
                    ? String.format(
                            Locale.ROOT, "Cut after %,d %s: there are more. %s", most, asked.rows(), asked.narrower())
                    : "";
        } catch (DataAccessException | MongoException e) {
            LOG.warn("An export ended early: {}={}", asked.rows(), written, e);
            return broken(written, asked, "MongoDB stopped answering. Export again.");
        }
    }

    private static String broken(int written, Export asked, String why) {
        return String.format(Locale.ROOT, "Broken off after %,d %s: %s", written, asked.rows(), why);
    }
}
