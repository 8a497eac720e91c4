package io.lockkeeper.console.api;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The answer to a change that is made only if If-Match names the present state. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "412",
        description =
                "What If-Match names is not there any more; nothing was changed, and current, if given, is what is there now")
@ApiResponse(responseCode = "428", description = "If-Match is missing; nothing was changed")
public @interface NeedsIfMatch {}
