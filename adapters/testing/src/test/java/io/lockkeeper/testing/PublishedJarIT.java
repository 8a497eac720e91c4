package io.lockkeeper.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(InMemoryLocks.class);

        jar.isModule("io.lockkeeper.testing", "io.lockkeeper.testing");
        assertThat(jar.required())
                .contains("io.lockkeeper.agent", "org.junit.jupiter.api")
                .noneMatch(each -> each.startsWith("spring."));
    }
}
