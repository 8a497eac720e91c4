package io.lockkeeper.console.past;

import com.mongodb.MongoException;
import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.history.Past;
import io.lockkeeper.console.history.PastQuestion;
import io.lockkeeper.console.mongodb.MongoTrouble;
import io.lockkeeper.console.shell.Words;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * What the page of the past shows, as a file: written row by row as MongoDB answers, two files at a time. For whoever is logged
 * in, as the page is.
 */
@RestController
class PastFiles {

    private static final int TOGETHER = 2;

    private static final Logger LOG = LoggerFactory.getLogger(PastFiles.class);

    private final Semaphore free = new Semaphore(TOGETHER);
    private final Past past;
    private final ServerClock clock;
    private final int most;

    PastFiles(Past past, ServerClock clock, @Value("${lockkeeper.history.export-rows:100000}") int most) {
        this.past = past;
        this.clock = clock;
        this.most = most;
    }

    @GetMapping("/export/history.csv")
    void csv(@RequestParam MultiValueMap<String, String> parameters, HttpServletResponse answer) throws IOException {
        answer.setContentType("text/csv;charset=UTF-8");
        write(parameters, answer, "csv", new CsvFile());
    }

    @GetMapping("/export/history.json")
    void json(@RequestParam MultiValueMap<String, String> parameters, HttpServletResponse answer) throws IOException {
        answer.setContentType(MediaType.APPLICATION_JSON_VALUE + ";charset=UTF-8");
        write(parameters, answer, "json", new JsonFile());
    }

    private void write(
            MultiValueMap<String, String> parameters, HttpServletResponse answer, String ending, PastFile file)
            throws IOException {
        PastQuestion asked = question(parameters);
        if (!free.tryAcquire()) {
            throw new ResponseStatusException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Other exports are being written; try again in a moment.");
        }
        try (Stream<LeaseRecord> leases = past.stream(asked, most + 1)) {
            Iterator<LeaseRecord> each = leases.iterator();
            boolean any = each.hasNext(); // asks MongoDB: what it refuses is an error, and no half file
            answer.setHeader("Content-Disposition", "attachment; filename=\"%s\"".formatted(name(asked, ending)));
            Writer out = answer.getWriter();
            file.begin(out);
            file.end(out, any ? rows(out, each, file) : "");
        } catch (DataAccessException e) {
            throw e.getCause() instanceof MongoException trouble
                    ? new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, MongoTrouble.sentence(trouble), e)
                    : e;
        } finally {
            free.release();
        }
    }

    /** Answers why there is no more than what was written; empty if that is all. A file never looks whole that is not. */
    private String rows(Writer out, Iterator<LeaseRecord> each, PastFile file) throws IOException {
        int written = 0;
        try {
            for (; each.hasNext() && written < most; written++) {
                file.row(out, each.next());
            }
            return each.hasNext()
                    ? "Cut after %,d leases: there are more. Ask for less time, or name a lock, service, host or operator."
                            .formatted(most)
                    : "";
        } catch (DataAccessException | MongoException e) {
            LOG.warn("An export ended early: leases={}", written, e);
            return "Broken off after %,d leases: MongoDB stopped answering. Export again.".formatted(written);
        }
    }

    private PastQuestion question(Map<String, List<String>> parameters) {
        try {
            return PastAddress.of(new QueryParameters(parameters)).question(clock.now());
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }

    private static String name(PastQuestion asked, String ending) {
        return "lockkeeper-%s.%s"
                .formatted(Words.seconds(asked.moment()).replace(' ', '-').replace(":", ""), ending);
    }
}
