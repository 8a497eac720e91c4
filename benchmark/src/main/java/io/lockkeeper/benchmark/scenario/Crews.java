package io.lockkeeper.benchmark.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The crews of a scenario, ended together. */
final class Crews implements AutoCloseable {

    private final List<Crew> all = new ArrayList<>();

    Crew start(Contender contender, int processes) throws IOException {
        Crew crew = Crew.start(contender, processes);
        all.add(crew);
        return crew;
    }

    static Crews of(List<Contender> contenders, int processes) throws IOException {
        Crews crews = new Crews();
        for (Contender contender : contenders) {
            crews.start(contender, processes);
        }
        return crews;
    }

    Stream<Crew> stream() {
        return all.stream();
    }

    @Override
    public void close() {
        all.forEach(Crew::close);
    }
}
