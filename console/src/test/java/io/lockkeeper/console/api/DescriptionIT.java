package io.lockkeeper.console.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.people.security.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** That the API's description says what the code does. Where the code is right, copy {@code target/openapi.json} over it. */
class DescriptionIT {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    @AutoClose
    private static final Console console = Console.start(
            "--springdoc.api-docs.enabled=true",
            "--springdoc.api-docs.path=/api/v1/described",
            "--springdoc.paths-to-match=/api/v1/**",
            "--springdoc.override-with-generic-response=false",
            "--springdoc.writer-with-order-by-keys=true");

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    @Test
    void theDescriptionIsWhatTheCodeSays() throws IOException {
        Map<String, Object> made =
                MAPPER.readValue(viewer.get("/described").body(), new TypeReference<TreeMap<String, Object>>() {});
        made.remove("servers");
        made.put("info", Map.of("title", "Lockkeeper Console", "version", "1"));
        made.put("security", List.of(Map.of("token", List.of())));
        components(made).put("securitySchemes", Map.of("token", Map.of("type", "http", "scheme", "bearer")));
        String text = withProblems(MAPPER.valueToTree(made));
        Files.writeString(Path.of("target", "openapi.json"), text);
        assertThat(MAPPER.readTree(viewer.get("/openapi.json").body())).isEqualTo(MAPPER.readTree(text));
    }

    /** The description, in which each refusal has a problem as its content: the code needs not say so at each address. */
    private static String withProblems(JsonNode made) {
        JsonNode problem = MAPPER.readTree(
                "{\"application/problem+json\":{\"schema\":{\"$ref\":\"#/components/schemas/ProblemDetail\"}}}");
        made.get("paths")
                .forEach(path -> path.forEach(operation -> operation
                        .get("responses")
                        .properties()
                        .forEach(answer -> {
                            if (answer.getKey().compareTo("400") >= 0) {
                                ((ObjectNode) answer.getValue()).set("content", problem);
                            }
                        })));
        return MAPPER.writeValueAsString(made) + "\n";
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> components(Map<String, Object> description) {
        return (Map<String, Object>) requireNonNull(description.get("components"));
    }

    @Test
    void eachAddressIsDescribedWithWhatItMayAnswerInstead() {
        JsonNode paths = MAPPER.readTree(viewer.get("/openapi.json").body()).get("paths");
        List<String> missing = new ArrayList<>();
        console.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((mapping, handler) -> {
                    boolean ours = handler.getBeanType().getPackageName().startsWith("io.lockkeeper.console")
                            && mapping.getPatternValues().iterator().next().startsWith("/api/v1/")
                            && handler.getBeanType() != DescriptionApi.class;
                    if (ours) {
                        String path = mapping.getPatternValues().iterator().next();
                        String method = mapping.getMethodsCondition()
                                .getMethods()
                                .iterator()
                                .next()
                                .name();
                        JsonNode answers = paths.path(path)
                                .path(method.toLowerCase(Locale.ROOT))
                                .path("responses");
                        List.of("400", "401", "403", "429", "503").stream()
                                .filter(code -> !answers.path(code).has("content"))
                                .forEach(code -> missing.add(method + " " + path + " " + code));
                    }
                });
        assertThat(missing).isEmpty();
        assertThat(paths.size()).isEqualTo(39);
        JsonNode eviction =
                paths.get("/api/v1/locks/{source}/{name}/eviction").get("post").get("responses");
        assertThat(eviction.propertyNames()).contains("404", "409", "412", "428", "504");
        JsonNode pause = paths.get("/api/v1/locks/{source}/{name}/pause");
        assertThat(pause.get("put").get("responses").propertyNames()).contains("404", "412", "504");
        assertThat(pause.get("delete").get("responses").propertyNames()).contains("404", "412", "428", "504");
        JsonNode rule = paths.get("/api/v1/alerts/rules/{name}");
        assertThat(rule.get("delete").get("responses").propertyNames()).contains("204", "404", "409");
    }

    @Test
    void theDescriptionIsForWhoeverIsLoggedInAndNobodyElse() {
        try (Visitor visitor = new Visitor(console)) {
            assertThat(visitor.get("/openapi.json").statusCode()).isEqualTo(302);
            assertThat(visitor.get("/api/v1/openapi.json").statusCode()).isEqualTo(401);
            visitor.logIn(Console.VIEWER, Console.VIEWER);
            assertThat(visitor.get("/openapi.json").body()).contains("/api/v1/locks");
        }
    }
}
