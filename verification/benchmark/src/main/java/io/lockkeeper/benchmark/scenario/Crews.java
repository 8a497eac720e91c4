package io.lockkeeper.benchmark.scenario;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The crews of all contenders. They stay from one scenario to the next that wants as many processes, for what they have done makes
 * them quicker: their code is compiled.
 */
public final class Crews implements AutoCloseable {

    private final Map<Contender, Crew> kept = new LinkedHashMap<>();
    private int processes;

    List<Crew> of(List<Contender> contenders, int processes) throws IOException {
        if (this.processes != processes) {
            close();
            this.processes = processes;
        }
        for (Contender contender : contenders) {
            if (!kept.containsKey(contender)) {
                kept.put(contender, Crew.start(contender, processes));
            }
        }
        return contenders.stream().map(kept::get).toList();
    }

    @Override
    public void close() {
        kept.values().forEach(Crew::close);
        kept.clear();
    }
}
