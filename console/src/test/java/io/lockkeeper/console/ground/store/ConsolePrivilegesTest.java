package io.lockkeeper.console.ground.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class ConsolePrivilegesTest {

    @Test
    void whatIsNeededIsWhatTheRoleGrants() throws IOException {
        Document role = Document.parse(Files.readString(Path.of("..", "docker", "roles.json")))
                .get("console", Document.class)
                .getList("roles", Document.class)
                .getFirst();
        Map<String, Set<String>> granted = new HashMap<>();
        for (Document each : role.getList("privileges", Document.class)) {
            List<String> actions = each.getList("actions", String.class);
            granted.put(each.get("resource", Document.class).getString("collection"), new HashSet<>(actions));
        }
        assertThat(granted).isEqualTo(ConsolePrivileges.NEEDED);
    }
}
