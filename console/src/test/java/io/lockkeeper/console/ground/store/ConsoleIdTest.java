package io.lockkeeper.console.ground.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsoleIdTest {

    private static final StoreName STORE = new StoreName("app_console");

    private static final byte[] KEY = {1, 2, 3};

    @Test
    void thoseWhoseAddressesReadAlikeDifferByAKeyOfTheirOwnData() {
        String uri = "mongodb://mongo1,mongo2,mongo3/app?replicaSet=rs0";
        assertThat(ConsoleId.text(uri, 8080, STORE, new byte[] {1, 2, 4})).isNotEqualTo(id(uri, 8080, STORE));
    }

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
        return ConsoleId.text(uri, port, store, KEY);
    }
}
