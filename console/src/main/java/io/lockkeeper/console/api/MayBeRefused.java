package io.lockkeeper.console.api;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The answer to a change that is refused by a rule that the pages have as well. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "409",
        description = "Refused, as the page would; the detail says why and what to do. Nothing was changed")
public @interface MayBeRefused {}
