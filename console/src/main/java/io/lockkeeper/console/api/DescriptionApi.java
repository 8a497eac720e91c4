package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.swagger.v3.oas.annotations.Hidden;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The API's description, as OpenAPI: for programs with a token, and for users who are logged in. It is a file that a test compares
 * with the code, so that no console spends memory on making it.
 */
@Hidden
@KeepsToScope
@RestController
class DescriptionApi {

    @GetMapping({"/api/v1/openapi.json", "/openapi.json"})
    ResponseEntity<Resource> description() {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(new ClassPathResource("openapi/v1.json"));
    }
}
