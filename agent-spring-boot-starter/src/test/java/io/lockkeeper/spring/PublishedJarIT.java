package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(LockedAdvisor.class);

        jar.isModule(
                "io.lockkeeper.spring.boot",
                "io.lockkeeper.spring",
                "io.lockkeeper.spring.actuate",
                "io.lockkeeper.spring.boot",
                "io.lockkeeper.spring.observe",
                "io.lockkeeper.spring.reactive",
                "io.lockkeeper.spring.startup",
                "io.lockkeeper.spring.web");
        assertThat(jar.required())
                .contains("io.lockkeeper.agent", "spring.boot.autoconfigure", "spring.context")
                .doesNotContain("spring.webmvc", "micrometer.core", "reactor.core");
    }
}
