package io.lockkeeper.agent.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(OldLocks.class);

        jar.isModule("io.lockkeeper.moving", "io.lockkeeper.agent.moving");
        assertThat(jar.required()).contains("io.lockkeeper.agent", "org.mongodb.driver.sync.client", "org.slf4j");
    }
}
