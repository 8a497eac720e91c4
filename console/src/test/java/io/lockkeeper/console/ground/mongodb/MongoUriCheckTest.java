package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongoUriCheckTest {

    @Test
    void aUriWithADatabaseIsTaken() {
        assertThatCode(() -> MongoUriCheck.check("mongodb://localhost:27017/app?replicaSet=rs0"))
                .doesNotThrowAnyException();
    }

    @Test
    void aMissingOrBadUriIsToldInOneSentenceThatDoesNotRepeatIt() {
        assertThatThrownBy(() -> MongoUriCheck.check(" ")).hasMessageStartingWith("LOCKKEEPER_MONGODB_URI is not set");
        assertThatThrownBy(() -> MongoUriCheck.check("mongodb://u:secret@host:27017/?replicaSet=rs0"))
                .hasMessageContaining("names no database")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> MongoUriCheck.check("http://u:secret@host"))
                .hasMessageContaining("no MongoDB address")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> MongoUriCheck.check("mongodb://u:secret@host/admin"))
                .hasMessageContaining("\"admin\" is a database of MongoDB itself")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "mongodb://a/app?timeoutMS=500, mongodb://a/app",
        "mongodb://a/app?replicaSet=rs0&timeoutms=500, mongodb://a/app?replicaSet=rs0",
        "mongodb://a/app?TimeoutMS=500&replicaSet=rs0, mongodb://a/app?replicaSet=rs0",
        "mongodb://a/app?w=1&timeoutMS=0&timeoutMS=9&tls=true, mongodb://a/app?w=1&tls=true",
        "mongodb://a/app?connectTimeoutMS=500, mongodb://a/app?connectTimeoutMS=500"
    })
    void noTimeLimitOfTheAddressHolds(String uri, String left) {
        assertThat(OwnTimeLimits.in(uri)).isEqualTo(left);
    }
}
