package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.watch.board.Freshness;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The agents at one moment, by services.
 *
 * @param asOf the moment, by the server's clock
 * @param freshness how far the board can be trusted, by which they were counted
 * @param roster their documents
 * @param limited whether locks outside the user's scope are left out
 */
public record AgentsPicture(
        Instant asOf, Freshness freshness, Roster roster, List<ServiceFacts> services, boolean limited) {

    static AgentsPicture of(
            Instant asOf, Freshness freshness, Roster roster, List<JudgedAgent> agents, boolean limited) {
        return new AgentsPicture(asOf, freshness, roster, ServiceFacts.of(agents), limited);
    }

    /** Only those that match. */
    AgentsPicture narrowed(Predicate<JudgedAgent> wanted) {
        return of(asOf, freshness, roster, agents().filter(wanted).toList(), limited);
    }

    public Stream<JudgedAgent> agents() {
        return services.stream().flatMap(service -> service.agents().stream());
    }

    /** Whether there is anything to show yet. */
    boolean isRead() {
        return roster.isRead() || roster.failed();
    }

    /** The versions that run, the newest first. */
    List<VersionShare> versions() {
        return VersionShare.of(agents().toList());
    }

    String summary() {
        int silent = services.stream().mapToInt(ServiceFacts::silent).sum();
        long others = agents().filter(agent -> !agent.hasEnded()).count() - silent;
        String listed = "%s · %s".formatted(count(services.size(), "service"), count(others, "agent"));
        return silent == 0 ? listed : listed + String.format(Locale.ROOT, " · %,d silent", silent);
    }

    private static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }
}
