package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.PublishedJar;
import org.junit.jupiter.api.Test;

class PublishedJarIT {

    @Test
    void theJarIsAModuleThatExportsItsApiAndRequiresWhatItUses() {
        PublishedJar jar = PublishedJar.of(LockAgent.class);

        jar.isModule(
                "io.lockkeeper.agent",
                "io.lockkeeper.agent",
                "io.lockkeeper.agent.fencing",
                "io.lockkeeper.agent.leadership",
                "io.lockkeeper.agent.methods",
                "io.lockkeeper.agent.reentrant",
                "io.lockkeeper.agent.store",
                "io.lockkeeper.agent.time");
        assertThat(jar.required()).contains("io.lockkeeper.model", "org.mongodb.driver.sync.client", "org.slf4j");
    }
}
