package io.lockkeeper.micronaut;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void onTheModulePathTheJarHasANameThatStays() {
        PublishedJar.of(LockedAround.class).isNamed("io.lockkeeper.micronaut", "io.lockkeeper.micronaut");
    }
}
