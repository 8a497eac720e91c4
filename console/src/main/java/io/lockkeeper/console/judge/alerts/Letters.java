package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.environment.NamedEnvironment;
import io.lockkeeper.console.watch.facet.Facets;
import org.springframework.stereotype.Component;

/** Writes messages with the environment's name, links to this console and what is known of locks. */
@Component
class Letters {

    private final Facets facets;
    private final String environment;
    private final String consoleUrl;

    Letters(Facets facets, NamedEnvironment environment, AlertSettings settings) {
        this.facets = facets;
        this.environment = environment.name();
        this.consoleUrl = settings.consoleUrl().strip();
    }

    Letter of(Delivery delivery) {
        return new Letter(delivery, environment, consoleUrl, facets);
    }
}
