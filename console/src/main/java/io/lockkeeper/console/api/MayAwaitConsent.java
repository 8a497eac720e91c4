package io.lockkeeper.console.api;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The answer to a change that a second person has to consent to. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "202",
        description = "The name needs a second person's consent; nothing was changed yet, and Location is the request",
        content = @Content)
@interface MayAwaitConsent {}
