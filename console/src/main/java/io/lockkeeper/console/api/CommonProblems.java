package io.lockkeeper.console.api;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.ProblemDetail;

/** The problems that any address of the API may answer, for its description, which has each refusal as a problem. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(responseCode = "200", description = "As asked", useReturnTypeSchema = true)
@ApiResponse(
        responseCode = "400",
        description = "The request is not valid; the detail says what would be",
        content = @Content(schema = @Schema(implementation = ProblemDetail.class)))
@ApiResponse(responseCode = "401", description = "The token is missing or no longer valid")
@ApiResponse(responseCode = "403", description = "The token's role, or its user's, may not do this")
@ApiResponse(responseCode = "429", description = "Too many requests; Retry-After says when to ask again")
@ApiResponse(responseCode = "503", description = "MongoDB does not answer, or the console has not read the locks yet")
public @interface CommonProblems {}
