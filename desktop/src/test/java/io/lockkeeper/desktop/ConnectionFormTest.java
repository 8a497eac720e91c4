package io.lockkeeper.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockkeeper.desktop.ConnectionForm.Fault;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionFormTest {

    @Test
    void anAddressIsTakenAsItIs() throws Fault {
        KnownConnection made = form(Map.of("uri", " mongodb://a:1,b:2/app?replicaSet=rs0 "));
        assertThat(made.uri()).isEqualTo("mongodb://a:1,b:2/app?replicaSet=rs0");
        assertThat(made.name()).isEqualTo("a:1/app");
    }

    @Test
    void itsPartsMakeAnAddressWhateverIsInThePassword() throws Fault {
        KnownConnection made = form(Map.of(
                "host",
                "db:27017",
                "database",
                "app",
                "user",
                "al@ice",
                "password",
                " p/w:ö ",
                "tls",
                "on",
                "name",
                "Prod"));
        assertThat(made.uri())
                .isEqualTo("mongodb://al%40ice:%20p%2Fw%3A%C3%B6%20@db:27017/app?authSource=admin&tls=true");
        assertThat(made.where()).isEqualTo("al@ice@db:27017/app").doesNotContain("p/w");
        assertThat(made.toString()).isEqualTo("Prod");
    }

    @Test
    void aFaultSaysWhatIsWrongAndRepeatsNoPassword() {
        fault(Map.of(), "Type an address, or a host and a database.");
        fault(Map.of("uri", "mongodb://u:secret@host"), "names no database");
        fault(Map.of("uri", "mongodb://u:secret@host/admin"), "\"admin\" is a database of MongoDB itself");
        fault(Map.of("host", "h", "database", "local"), "not replicated");
        fault(Map.of("uri", "http://u:secret@host/app"), "no MongoDB address");
        fault(Map.of("host", "h", "database", "d", "caFile", "/nowhere/ca.pem"), "/nowhere/ca.pem");
    }

    @Test
    void aFormThatIsLoggedSaysNoValue() {
        assertThat(new ConnectionForm(Map.of("password", "secret")).toString()).doesNotContain("secret");
    }

    private static KnownConnection form(Map<String, String> fields) throws Fault {
        return new ConnectionForm(fields).connection();
    }

    private static void fault(Map<String, String> fields, String part) {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> form(fields))
                .withMessageContaining(part)
                .satisfies(fault -> assertThat(fault.getMessage()).doesNotContain("secret"));
    }
}
