package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.UserName;
import io.lockkeeper.console.people.users.UserAccount;
import io.lockkeeper.console.people.users.Users;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The users and their roles: for administrators. */
@CommonProblems
@Tag(name = "users-api")
@RestController
@RequestMapping(path = "/api/v1/users", produces = MediaType.APPLICATION_JSON_VALUE)
class UsersApi {

    private final Users users;

    UsersApi(Users users) {
        this.users = users;
    }

    /** All users, by name. */
    record UserList(List<ApiUser> users) {}

    /**
     * A user.
     *
     * @param path the name as it stands in a path
     * @param version what If-Match names, in quotes, to change the user
     * @param issuer where the user logs in, with role and scope from there; null for a user with a password
     * @param scope which locks the user may see
     * @param mustChangePassword whether the password was made by the console, and has to be changed
     * @param lastLoginAt when the user last logged in on the login page; null for never
     */
    record ApiUser(
            String name,
            String path,
            String version,
            @Nullable String issuer,
            Role role,
            ApiScope scope,
            boolean disabled,
            boolean mustChangePassword,
            Instant createdAt,
            String createdBy,
            Instant changedAt,
            String changedBy,
            @Nullable Instant lastLoginAt) {

        static ApiUser of(UserAccount account) {
            LastChange last = account.lastChange();
            return new ApiUser(
                    account.name(),
                    LockAddress.of(account.name()),
                    IfMatch.version(last.at()),
                    account.issuer(),
                    account.role(),
                    ApiScope.of(account.locks()),
                    account.disabled(),
                    account.mustChangePassword(),
                    account.createdAt(),
                    account.createdBy(),
                    last.at(),
                    last.by(),
                    account.lastLoginAt());
        }
    }

    /**
     * A user to add.
     *
     * @param scope which locks the user may see; left out for all
     */
    record NewUser(
            @Nullable String name,
            @Nullable Role role,
            @Nullable ApiScope scope) {}

    /** The body that changes one property of a user; the others are left out. */
    record UserChange(
            @Nullable Role role,
            @Nullable ApiScope scope,
            @Nullable Boolean disabled) {}

    /**
     * A password that the user has to change at the first login.
     *
     * @param password answered this once, and kept nowhere
     */
    record OneTimeLogin(String name, String password) {}

    @Operation(operationId = "users", summary = "Lists the users", description = "For administrators.")
    @GetMapping
    UserList users() {
        return new UserList(users.list().stream().map(ApiUser::of).toList());
    }

    @Operation(
            operationId = "add",
            summary = "Adds a user",
            description = "Answers the password for the first login, this once. For administrators; on record.")
    @MayBeRefused
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    OneTimeLogin add(@RequestBody NewUser body) {
        if (body.name() == null || body.role() == null) {
            throw ProblemException.badRequest(
                    "Give name and role, as in {\"name\": \"anna\", \"role\": \"OPERATOR\"}.");
        }
        LockScope scope =
                body.scope() == null ? LockScope.EVERYTHING : body.scope().toScope();
        return new OneTimeLogin(UserName.of(body.name()), users.add(body.name(), body.role(), scope));
    }

    @Operation(
            operationId = "change",
            summary = "Changes the role or the scope of a user, or disables or enables the user",
            description =
                    "If-Match names the version of the user that you have seen. Open sessions of the user end at once. For"
                            + " administrators, of others; on record.")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @PatchMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiUser change(
            @PathVariable("name") String path,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody UserChange body) {
        String name = LockAddress.nameOf(path);
        require(name);
        long changes = Stream.of(body.role(), body.scope(), body.disabled())
                .filter(Objects::nonNull)
                .count();
        if (changes != 1) {
            throw ProblemException.badRequest("Give either role, scope or disabled: one change at a time.");
        }
        Instant seen = IfMatch.seen(ifMatch);
        if (body.role() != null) {
            users.setRole(name, body.role(), seen);
        } else if (body.scope() != null) {
            users.setScope(name, body.scope().toScope(), seen);
        } else if (Boolean.TRUE.equals(body.disabled())) {
            users.disable(name, seen);
        } else {
            users.enable(name, seen);
        }
        return require(name);
    }

    @Operation(
            operationId = "resetPassword",
            summary = "Makes a new password for a user",
            description =
                    "Opens only the page where the user chooses another, and is answered only once; the present one stops working. If-Match names the version of the"
                            + " user that you have seen. For administrators, of others; on record.")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @PostMapping("/{name}/password")
    OneTimeLogin resetPassword(
            @PathVariable("name") String path,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        String name = LockAddress.nameOf(path);
        require(name);
        return new OneTimeLogin(name, users.resetPassword(name, IfMatch.seen(ifMatch)));
    }

    private ApiUser require(String name) {
        Optional<UserAccount> found = users.list().stream()
                .filter(account -> account.name().equals(name))
                .findFirst();
        return found.map(ApiUser::of)
                .orElseThrow(
                        () -> ProblemException.missing("There is no such user.").with("user", name));
    }
}
