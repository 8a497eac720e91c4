package io.lockkeeper.console.watch.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterSettingsTest {

    @Test
    void eachClusterHasANameAndAnAddress() {
        assertThat(new ClusterSettings(Map.of("eu-1", "mongodb://db1,db2/?replicaSet=rs0")).parsed())
                .hasEntrySatisfying("eu-1", uri -> assertThat(uri.getHosts()).containsExactly("db1", "db2"));
    }

    @Test
    void aNameThatRecordsCannotCarryIsRefused() {
        assertThatThrownBy(() -> new ClusterSettings(Map.of("EU 1", "mongodb://db1")).parsed())
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(
                        "lockkeeper.clusters.EU 1: a cluster's name has up to 30 lower-case letters, digits and hyphens");
    }

    @Test
    void anAddressThatIsNoneIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> new ClusterSettings(Map.of("eu", "postgres://boss:secret@db1")).parsed())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageStartingWith("lockkeeper.clusters.eu is no MongoDB address")
                .hasMessageNotContaining("secret");
    }
}
