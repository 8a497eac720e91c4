package io.lockkeeper.console.api;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The answer to a change whose outcome is unknown. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "504",
        description = "MongoDB did not confirm the change: it may have been made or not. Look before you ask again")
@interface MayBeUnconfirmed {}
