package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema that completes dialects in an editor says the same as the engine. */
class DialectSchemaTest {

    private static final Path FOLDER = Path.of("src/main/resources/dialects");
    private static final Schema SCHEMA = schema();

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyBuiltInDialectIsValid(Path file) throws IOException {
        String text = Files.readString(file);
        assertThat(SCHEMA.validate(text, InputFormat.YAML)).isEmpty();
        assertThat(text).startsWith("# yaml-language-server: $schema=dialect.schema.json\n");
        assertThat(DialectFile.read(String.valueOf(file.getFileName()), text)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            grade: C         | grade: E
            clock: client    | clock: wall
            library: ShedLock | libary: ShedLock
            lockedBy: string | lockedBy: text
            past: free       | past: gone
            'release: { set' | 'release: { sets'
            now: date        | now: object-id
            held: document   | held: always
            collection: shedLock | 'indexes: { hash: _id }'
            collection: shedLock | 'no-lock: { lockedBy: gone }'
            last-run: lockedAt | last: lockedAt
            last-run: lockedAt | next-run: lockedAt
            last-run: lockedAt | 'beside: { locks: a }'
            """)
    void whatTheEngineRefusesTheSchemaRefusesToo(String before, String after) throws IOException {
        String good = Files.readString(FOLDER.resolve("shedlock.yaml"));
        assertThat(good).contains(before);
        assertThat(SCHEMA.validate(good.replace(before, after), InputFormat.YAML))
                .isNotEmpty();
    }

    @Test
    void theSchemaItselfIsRead() {
        assertThat(SCHEMA.validate("{}", InputFormat.JSON)).isNotEmpty();
    }

    private static Schema schema() {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(FOLDER.resolve("dialect.schema.json")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
