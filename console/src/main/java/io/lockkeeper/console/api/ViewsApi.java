package io.lockkeeper.console.api;

import io.lockkeeper.console.face.locks.SavedView;
import io.lockkeeper.console.face.locks.ViewShelf;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.people.security.TokenAuthentication;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
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

/** The views of the list of locks that a user has saved. */
@CommonProblems
@KeepsToScope
@Tag(name = "views-api")
@RestController
@RequestMapping(path = "/api/v1/views", produces = MediaType.APPLICATION_JSON_VALUE)
class ViewsApi {

    private static final int LONGEST = 2_000;

    private final ViewShelf shelf;

    ViewsApi(ViewShelf shelf) {
        this.shelf = shelf;
    }

    /** Your views, by name. */
    record ViewList(List<ApiView> views) {}

    /**
     * A view.
     *
     * @param path the name as it stands in a path
     * @param version what If-Match names, in quotes, to replace or delete it
     * @param query as it stands in the address of the page Locks
     */
    record ApiView(String name, String path, String version, String query) {

        static ApiView of(SavedView view) {
            return new ApiView(view.name(), LockAddress.of(view.name()), IfMatch.version(view.version()), view.query());
        }
    }

    /** What to save. */
    record ViewBody(@Nullable String query) {}

    @Operation(operationId = "views", summary = "Lists the views of the locks that you have saved")
    @GetMapping
    ViewList views(TokenAuthentication present) {
        return new ViewList(
                shelf.of(present.getPrincipal()).stream().map(ApiView::of).toList());
    }

    @Operation(
            operationId = "save",
            summary = "Saves a view, in the place of one of the same name",
            description = "Without If-Match it is added; with the version of the view that you have seen, that one is"
                    + " replaced. query is that of the page's address, as in q=service:billing&sort=-held. What"
                    + " the page does not understand is left out.")
    @MayBeRefused
    @NeedsIfMatch
    @PutMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiView save(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody ViewBody body,
            TokenAuthentication present) {
        String query = Objects.requireNonNullElse(body.query(), "");
        if (query.length() > LONGEST) {
            throw ProblemException.badRequest(String.format(
                    Locale.ROOT, "query has %,d characters; at most %,d are allowed.", query.length(), LONGEST));
        }
        String wanted = LockAddress.nameOf(name).strip();
        Instant seen = IfMatch.seen(ifMatch, find(present, wanted).isPresent());
        return ApiView.of(
                ProblemException.checked(() -> shelf.save(present.getPrincipal(), SavedView.of(wanted, query), seen)));
    }

    @Operation(operationId = "delete", summary = "Deletes one of your views")
    @ApiResponse(responseCode = "204", description = "Deleted")
    @MayBeMissing
    @NeedsIfMatch
    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            TokenAuthentication present) {
        SavedView view = find(present, LockAddress.nameOf(name))
                .orElseThrow(() -> new ProblemException(HttpStatus.NOT_FOUND, "You have no view of this name."));
        shelf.delete(present.getPrincipal(), view.name(), IfMatch.seen(ifMatch));
    }

    private Optional<SavedView> find(TokenAuthentication present, String name) {
        return shelf.of(present.getPrincipal()).stream()
                .filter(view -> view.name().equals(name))
                .findFirst();
    }
}
