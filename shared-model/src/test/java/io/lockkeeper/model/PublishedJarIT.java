package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(LockDocument.class);

        jar.isModule("io.lockkeeper.model", "io.lockkeeper.model", "io.lockkeeper.model.memory");
        assertThat(jar.required()).contains("org.mongodb.driver.core", "org.mongodb.bson", "org.jspecify");
    }
}
