package io.lockkeeper.faults.scenario;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Every scenario there is. */
public final class Scenarios {

    private static final List<Scenario> ALL = Stream.of(
                    Losing.all(), Evicting.all(), Asking.all(), Waking.all(), Hinting.all(), Keeping.all())
            .flatMap(List::stream)
            .toList();

    /** For a replica set whose last member has another clock: it becomes primary while a lease is held. */
    public static final Scenario CLOCK = new Scenario(
            "another-clock", "a member with another clock becomes primary", Duration.ofSeconds(10), stage -> {
                int odd = stage.cluster().size() - 1;
                if (stage.cluster().primary() == odd) {
                    stage.cluster().stepUp(0);
                }
                stage.clients("a", "b");
                stage.hold("a", "lock");
                stage.queue("b", "lock");
                stage.cluster().stepUp(odd);
                stage.watch(Duration.ofSeconds(9));
            });

    private Scenarios() {}

    public static List<Scenario> all() {
        return ALL;
    }

    /** The scenario of that name. */
    public static Scenario named(String name) {
        return ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no scenario " + name));
    }
}
