package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceAddressTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mongodb://localhost/app                                      | mongodb://localhost/app
            mongodb://db1,db2:27018/app?replicaSet=rs0                   | mongodb://db1,db2:27018/app?replicaSet=rs0
            mongodb://console:s3cret@db1/app                             | mongodb://USER:PASSWORD@db1/app
            mongodb://console:s3cret@db1/app?authSource=admin&tls=true   | mongodb://USER:PASSWORD@db1/app?tls=true&authSource=admin
            mongodb://db1/app?ssl=true&appName=x&w=1&maxPoolSize=3       | mongodb://db1/app?tls=true
            mongodb://[::1]:27017/app                                    | mongodb://[::1]:27017/app
            """)
    void itHasWhatServicesNeedAndNoUserOrPassword(String console, String services) {
        ServiceAddress address = new ServiceAddress(console);
        assertThat(address.uri()).isEqualTo(services).doesNotContain("s3cret", "console");
        assertThat(address.database()).isEqualTo("app");
    }

    @Test
    void noPropertyOfAMechanismIsShown() {
        ServiceAddress address = new ServiceAddress(
                "mongodb://id:s3cret@db1/app?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:t0ken");
        assertThat(address.uri())
                .startsWith("mongodb://USER:PASSWORD@db1/app")
                .doesNotContain("t0ken", "s3cret", "id:");
    }
}
