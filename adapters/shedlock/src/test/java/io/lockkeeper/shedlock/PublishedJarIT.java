package io.lockkeeper.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(LockkeeperLockProvider.class);

        jar.isModule("io.lockkeeper.shedlock", "io.lockkeeper.shedlock");
        assertThat(jar.required()).contains("io.lockkeeper.agent", "org.slf4j");
    }
}
