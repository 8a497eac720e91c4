package io.lockkeeper.console.ground.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsoleIdTest {

    private static final StoreName STORE = new StoreName("app_console");

    @Test
    void consolesOfOneHostDifferByPortOrDataAndThoseBehindOneAddressDoNot() {
        String id = id("mongodb://a,b/app?replicaSet=rs0", 8080, STORE);
        assertThat(id("mongodb://ann:secret@b,a/app?replicaSet=rs0", 8080, STORE))
                .isEqualTo(id);
        assertThat(id("mongodb://a,b/app?replicaSet=rs0", 8081, STORE)).isNotEqualTo(id);
        assertThat(id("mongodb://c/app?replicaSet=rs0", 8080, STORE)).isNotEqualTo(id);
        assertThat(id("mongodb://a,b/app?replicaSet=rs0", 8080, new StoreName("shop_console")))
                .isNotEqualTo(id);
        assertThat(id).matches("[0-9a-f]{8}");
    }

    private static String id(String uri, int port, StoreName store) {
        return new ConsoleId(uri, port, store).text();
    }
}
