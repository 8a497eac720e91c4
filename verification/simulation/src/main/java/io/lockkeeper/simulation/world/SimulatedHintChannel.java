package io.lockkeeper.simulation.world;

import io.lockkeeper.agent.hints.HintChannel;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Hints as one agent writes them through its network to any place, and reads them in one; it may not where that is empty. */
public record SimulatedHintChannel(Network network, Optional<HintPlace> reads) implements HintChannel {

    private static final Duration WRITTEN_WITHIN = Duration.ofMillis(500);
    private static final Duration OPENED_WITHIN = Duration.ofSeconds(5);

    @Override
    public Optional<HintPlace> place() {
        return reads;
    }

    @Override
    public Optional<String> refusal() {
        return reads.isPresent() ? Optional.empty() : Optional.of("not allowed");
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
        return new SimulatedHints(network, agent, reads.orElseThrow(), silence);
    }
}
