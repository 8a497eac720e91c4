package io.lockkeeper.console.judge.alerts;

import java.time.Duration;
import java.util.List;

/** Settings for tests. */
final class Settings {

    private Settings() {}

    static AlertSettings hosts(String... hosts) {
        return of(List.of(hosts), List.of(), List.of());
    }

    static AlertSettings of(List<String> hosts, List<String> networks, List<String> domains) {
        return new AlertSettings(
                hosts,
                networks,
                domains,
                "lockkeeper@example.com",
                "",
                Duration.ofMinutes(2),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5));
    }
}
