package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The schema of the protocol, to which each line of the tests is held. */
final class ProtocolSchema {

    private static final Schema TO_HOST_AGENT = schema("toHostAgent");
    private static final Schema FROM_HOST_AGENT = schema("fromHostAgent");

    private ProtocolSchema() {}

    static void requireSent(String line) {
        assertThat(TO_HOST_AGENT.validate(line, InputFormat.JSON)).as(line).isEmpty();
    }

    static void requireHeard(String line) {
        assertThat(FROM_HOST_AGENT.validate(line, InputFormat.JSON)).as(line).isEmpty();
    }

    private static Schema schema(String definition) {
        try (InputStream file = HostAgent.class.getResourceAsStream("protocol.schema.json")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            String of = text.replaceFirst("\\{", "{\"\\$ref\": \"#/\\$defs/" + definition + "\",");
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(of);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
