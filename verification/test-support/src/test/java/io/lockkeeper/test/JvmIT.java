package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes that tests start. */
class JvmIT {

    @Test
    void takesItsClassesFromTheArchive() throws Exception {
        Process loading = new ProcessBuilder(
                        Jvm.command(List.of("-Xlog:class+load:stdout"), LoadedClasses.class.getName()))
                .redirectErrorStream(true)
                .start();
        String loaded = new String(loading.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(loading.waitFor()).as(loaded).isZero();
        assertThat(loaded).contains("com.mongodb.client.MongoClient source: shared objects file (top)");
    }
}
