package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.tokens.AccessToken;
import io.lockkeeper.console.people.tokens.Tokens;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Personal tokens. They are made only in the console: a token makes no further tokens. */
@CommonProblems
@KeepsToScope
@Tag(name = "tokens-api")
@RestController
@RequestMapping(path = "/api/v1/tokens", produces = MediaType.APPLICATION_JSON_VALUE)
class TokensApi {

    private final Tokens tokens;

    TokensApi(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Tokens, the latest first. */
    record TokenList(List<ApiToken> tokens) {}

    /**
     * A token, without its secret, which only its user has.
     *
     * @param role the most that it may
     * @param scope the locks that it may see at most, of its user's
     * @param lastUsedAt to about a minute; null for never
     */
    record ApiToken(
            String id,
            String user,
            String name,
            Role role,
            ApiScope scope,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant lastUsedAt,
            @Nullable String lastUsedFrom) {

        static ApiToken of(AccessToken token) {
            return new ApiToken(
                    token.id(),
                    token.user(),
                    token.name(),
                    token.role(),
                    ApiScope.of(token.most()),
                    token.createdAt(),
                    token.expiresAt(),
                    token.lastUsedAt(),
                    token.lastUsedFrom());
        }
    }

    @Operation(
            operationId = "tokens",
            summary = "Lists your tokens",
            description = "all=true answers the tokens of all users, for administrators.")
    @GetMapping
    TokenList tokens(@RequestParam(defaultValue = "false") boolean all) {
        List<AccessToken> found = all ? tokens.all() : tokens.own();
        return new TokenList(found.stream().map(ApiToken::of).toList());
    }

    @Operation(
            operationId = "revoke",
            summary = "Revokes a token",
            description =
                    "The next request with it is refused. You can revoke your own, administrators any; on record.")
    @ApiResponse(responseCode = "204", description = "Revoked")
    @MayBeMissing
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@PathVariable String id) {
        try {
            tokens.revoke(id);
        } catch (RefusedException e) {
            throw ProblemException.missing("There is no such token: it may have ended already.");
        }
    }
}
