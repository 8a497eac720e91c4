package io.lockkeeper.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(LockkeeperLockRegistry.class);

        jar.isModule("io.lockkeeper.spring.integration", "io.lockkeeper.spring.integration");
        assertThat(jar.required()).contains("io.lockkeeper.agent", "spring.integration.core");
    }
}
