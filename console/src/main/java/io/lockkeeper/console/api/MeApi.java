package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.people.security.TokenAuthentication;
import io.lockkeeper.console.people.security.TokenUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The token's user. */
@CommonProblems
@KeepsToScope
@Tag(name = "me-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class MeApi {

    /** The user for whom the program acts, with the role and the locks that the token leaves. */
    record Me(String user, String role, ApiScope scope, String token, Instant expiresAt) {}

    @Operation(operationId = "me", summary = "Answers whose token it is, what it may, and until when")
    @GetMapping("/me")
    Me me(TokenAuthentication present) {
        TokenUser user = present.user();
        return new Me(
                user.user().name(),
                user.user().role().name(),
                ApiScope.of(user.user().scope()),
                user.token(),
                user.expiresAt());
    }
}
