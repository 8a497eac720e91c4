package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The page of the starter's properties, made from the metadata that IDEs read. Where they differ, the failure shows the page as it should be. */
class PropertiesTest {

    private static final Path PAGE = Path.of("reference/spring-boot-properties.md");
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String HEAD = "| property | default | is |\n|---|---|---|\n";

    @Test
    void thePageHasEachPropertyWithItsDefaultAndMeaning() throws IOException {
        StringBuilder table = new StringBuilder(HEAD);
        properties().forEach(property -> table.append(row(property)));
        assertThat(Files.readString(PAGE)).contains("<!-- generated -->\n" + table + "<!-- end of generated -->");
    }

    @Test
    void aDefaultThatIsNotSetIsLeftEmpty() {
        assertThat(row(new Document("name", "lockkeeper.uri").append("description", "another | MongoDB")))
                .isEqualTo("| `lockkeeper.uri` | | another \\| MongoDB |\n");
        assertThat(row(new Document("name", "a").append("defaultValue", true).append("description", "b")))
                .isEqualTo("| `a` | `true` | b |\n");
    }

    private static String row(Document property) {
        Object unless = property.get("defaultValue");
        return "| `%s` |%s| %s |\n"
                .formatted(
                        property.getString("name"),
                        unless == null ? " " : " `" + unless + "` ",
                        property.getString("description").replace("|", "\\|"));
    }

    private static List<Document> properties() throws IOException {
        List<Document> found = new ArrayList<>();
        for (URL metadata : Collections.list(
                Objects.requireNonNull(PropertiesTest.class.getClassLoader()).getResources(METADATA))) {
            try (InputStream text = metadata.openStream()) {
                Document.parse(new String(text.readAllBytes(), StandardCharsets.UTF_8))
                        .getList("properties", Document.class)
                        .stream()
                        .filter(property -> property.getString("name").contains("lockkeeper"))
                        .forEach(found::add);
            }
        }
        assertThat(found).hasSizeGreaterThan(20);
        return found;
    }
}
