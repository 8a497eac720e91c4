package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What an IDE shows of the properties. JSON is YAML too. */
class MetadataTest {

    @Test
    void everyPropertyIsDescribedAndEveryOneThatHasADefaultShowsIt() throws IOException {
        assertThat(properties())
                .hasSizeGreaterThan(15)
                .allSatisfy(property -> assertThat(property.get("description"))
                        .as(String.valueOf(property.get("name")))
                        .isNotNull());
        assertThat(properties())
                .anySatisfy(property -> assertThat(property)
                        .containsEntry("name", "lockkeeper.ttl")
                        .containsEntry("defaultValue", "30s"));
    }

    @Test
    void thePropertiesThatSpringBootReadsForUsAreDescribedToo() throws IOException {
        assertThat(properties())
                .extracting(property -> property.get("name"))
                .contains(
                        "management.health.lockkeeper.enabled",
                        "management.info.lockkeeper.enabled",
                        "management.endpoint.locks.access",
                        "lockkeeper.presence",
                        "lockkeeper.keep.most",
                        "lockkeeper.keep.recall-time",
                        "lockkeeper.slow-hold-threshold",
                        "lockkeeper.web.problems");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> properties() throws IOException {
        try (InputStream metadata =
                LockkeeperProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            Map<String, Object> document = new Yaml(new SafeConstructor(new LoaderOptions())).load(metadata);
            return (List<Map<String, Object>>) Objects.requireNonNull(document.get("properties"));
        }
    }
}
