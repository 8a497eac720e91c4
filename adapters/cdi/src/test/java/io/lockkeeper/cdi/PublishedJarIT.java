package io.lockkeeper.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(BeanLocks.class);

        jar.isModule("io.lockkeeper.cdi", "io.lockkeeper.cdi");
        assertThat(jar.required()).contains("io.lockkeeper.agent", "jakarta.cdi");
    }
}
