package io.lockkeeper.simulation.world;

import io.lockkeeper.agent.hints.HintChannel;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Hints as one agent writes them through its network to any place, and reads them in one. */
public record SimulatedHintChannel(Network network, HintPlace reads) implements HintChannel {

    private static final Duration WRITTEN_WITHIN = Duration.ofMillis(500);
    private static final Duration OPENED_WITHIN = Duration.ofSeconds(5);

    @Override
    public Optional<HintPlace> place() {
        return Optional.of(reads);
    }

    @Override
    public void send(HintPlace to, List<Hint> hints) {
        Network.Answer<Boolean> answer = network.call(Network.HINTS, WRITTEN_WITHIN, at -> {
            network.server().hint(to, hints);
            return true;
        });
        if (answer.value().isEmpty()) {
            network.server().missed(to, hints);
            throw Network.noAnswer();
        }
    }

    @Override
    public Wakes open(String agent, Duration silence) {
        var unused = network.call("tail", OPENED_WITHIN, at -> true).value().orElseThrow(Network::noAnswer);
        return new SimulatedHints(network, agent, reads, silence);
    }
}
