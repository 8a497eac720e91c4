package io.lockkeeper.console.api;

import io.lockkeeper.console.people.logins.AccessEntries;
import io.lockkeeper.console.people.logins.AccessEntry;
import io.lockkeeper.console.people.users.AdminCheck;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The record of logins, and of changes of users and settings: for administrators. */
@CommonProblems
@Tag(name = "logins-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class LoginsApi {

    private static final int MOST = 1_000;
    private static final int LAST_PAGE = 10_000;

    private final AccessEntries entries;

    LoginsApi(AccessEntries entries) {
        this.entries = entries;
    }

    /**
     * A part of the record, the latest first.
     *
     * @param next the page that asks for what follows; null where nothing does
     */
    record LoginList(List<RecordedLogin> logins, @Nullable Integer next) {}

    /**
     * A login, a refused login, or a change of a user or of settings.
     *
     * @param user whom or what it concerns; for a login, the name that was typed
     * @param by who did it
     * @param ip where the request came from; empty for the console itself
     * @param refused whether somebody was refused
     */
    record RecordedLogin(Instant at, String user, String by, String ip, String what, boolean refused) {

        static RecordedLogin of(AccessEntry entry) {
            return new RecordedLogin(entry.at(), entry.user(), entry.by(), entry.ip(), entry.what(), entry.failed());
        }
    }

    @Operation(
            operationId = "logins",
            summary = "Answers who logged in, who was refused, and who changed users or settings",
            description =
                    "The latest first, of a year; only refused ones with refused=true. Entries are only ever added, so"
                            + " while some are, a later page may have one twice and never leaves one out. For"
                            + " administrators.")
    @GetMapping("/logins")
    LoginList logins(
            @RequestParam(defaultValue = "false") boolean refused,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(defaultValue = "0") int page) {
        AdminCheck.present();
        if (page < 0 || page > LAST_PAGE) {
            throw ProblemException.badRequest(
                    String.format(Locale.ROOT, "page is %d; it must be from 0 to %d.", page, LAST_PAGE));
        }
        PageRequest asked = PageRequest.of(page, LiveLocks.limit(limit, MOST));
        Slice<AccessEntry> found = entries.newest(refused, asked);
        return new LoginList(found.stream().map(RecordedLogin::of).toList(), found.hasNext() ? page + 1 : null);
    }
}
