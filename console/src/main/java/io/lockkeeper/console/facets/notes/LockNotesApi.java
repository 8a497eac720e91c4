package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.api.CommonProblems;
import io.lockkeeper.console.api.IfMatch;
import io.lockkeeper.console.api.MayBeMissing;
import io.lockkeeper.console.api.MayBeRefused;
import io.lockkeeper.console.api.NeedsIfMatch;
import io.lockkeeper.console.api.ProblemException;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The notes on locks, by the start of their names: for administrators. */
@CommonProblems
@Tag(name = "lock-notes-api")
@RestController
@RequestMapping(path = "/api/v1/settings/lock-notes", produces = MediaType.APPLICATION_JSON_VALUE)
class LockNotesApi {

    private final NoteSettings settings;

    LockNotesApi(NoteSettings settings) {
        this.settings = settings;
    }

    /** All notes, by prefix. */
    record ApiLockNotes(List<ApiLockNote> notes) {}

    /**
     * A note.
     *
     * @param prefix how the names start
     * @param path the prefix as it stands in a path
     * @param version what If-Match names, in quotes, to change or delete it
     * @param runbook an address like those of the links; empty for none
     * @param links their addresses are templates with the lock's fields in braces
     */
    record ApiLockNote(
            String prefix,
            String path,
            String version,
            String owner,
            String note,
            String runbook,
            List<NoteLink> links,
            Instant changedAt,
            String changedBy) {

        static ApiLockNote of(LockNote note) {
            return new ApiLockNote(
                    note.prefix(),
                    LockAddress.of(note.prefix()),
                    IfMatch.version(note.changedAt()),
                    note.owner(),
                    note.note(),
                    note.runbook(),
                    note.links(),
                    note.changedAt(),
                    note.changedBy());
        }
    }

    /** The body that sets a note; parts that are left out are empty. */
    record LockNoteBody(
            @Nullable String owner,
            @Nullable String note,
            @Nullable String runbook,
            @Nullable List<LinkBody> links) {

        NoteSettings.Words words() {
            List<LinkBody> given = Objects.requireNonNullElse(links, List.of());
            return new NoteSettings.Words(
                    Objects.requireNonNullElse(owner, ""),
                    Objects.requireNonNullElse(note, ""),
                    Objects.requireNonNullElse(runbook, ""),
                    given.stream().map(LinkBody::link).toList());
        }
    }

    /** A link that it should have. */
    record LinkBody(@Nullable String title, @Nullable String address) {

        NoteLink link() {
            return new NoteLink(Objects.requireNonNullElse(title, ""), Objects.requireNonNullElse(address, ""));
        }
    }

    @Operation(
            operationId = "lockNotes",
            summary = "Lists what people know of locks, by the start of their names",
            description = "For administrators. Findings and single locks have what is said of them in known, as about.")
    @GetMapping
    ApiLockNotes lockNotes() {
        return new ApiLockNotes(settings.list().stream().map(ApiLockNote::of).toList());
    }

    @Operation(
            operationId = "setLockNote",
            summary = "Adds a note on the names that start so, or changes it",
            description =
                    "Of several prefixes of a name, the note of the longest is shown, whole. An address may name {name},"
                            + " {source}, {service}, {host} and {acquiredAt}. For administrators; on record.")
    @MayBeRefused
    @NeedsIfMatch
    @PutMapping(path = "/{prefix}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiLockNote setLockNote(
            @PathVariable("prefix") String path,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody LockNoteBody body) {
        String prefix = LockAddress.nameOf(path);
        Instant seen = IfMatch.seen(ifMatch, find(prefix).isPresent());
        return ApiLockNote.of(settings.set(prefix, body.words(), seen));
    }

    @Operation(
            operationId = "removeLockNote",
            summary = "Removes a note",
            description = "A shorter prefix's note is shown then, if there is one. For administrators; on record.")
    @ApiResponse(responseCode = "204", description = "Removed")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @DeleteMapping("/{prefix}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeLockNote(
            @PathVariable("prefix") String path,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        LockNote note = find(LockAddress.nameOf(path))
                .orElseThrow(() -> new ProblemException(HttpStatus.NOT_FOUND, "There is no note on this prefix."));
        String unused = settings.remove(note.prefix(), IfMatch.seen(ifMatch));
    }

    private Optional<LockNote> find(String prefix) {
        return settings.list().stream()
                .filter(note -> note.prefix().equals(prefix))
                .findFirst();
    }
}
