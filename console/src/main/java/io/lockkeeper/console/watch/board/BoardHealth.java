package io.lockkeeper.console.watch.board;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Up while MongoDB answers, the change stream is open and the board is not far behind. Never waits for a server. */
@Component
class BoardHealth implements HealthIndicator {

    private final Pulse pulse;

    BoardHealth(Pulse pulse) {
        this.pulse = pulse;
    }

    @Override
    public Health health() {
        Freshness freshness = pulse.freshness();
        boolean up = pulse.isReachable() && pulse.isStreaming() && freshness.isLive();
        Health.Builder health = (up ? Health.up() : Health.down())
                .withDetail("mongodb", pulse.isReachable())
                .withDetail("changeStream", pulse.isStreaming())
                .withDetail("board", freshness.state());
        return (pulse.failure().isEmpty() ? health : health.withDetail("feedFailed", pulse.failure())).build();
    }
}
