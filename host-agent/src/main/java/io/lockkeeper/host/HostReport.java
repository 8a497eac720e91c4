package io.lockkeeper.host;

import static io.lockkeeper.host.HostFigure.counter;
import static io.lockkeeper.host.HostFigure.gauge;
import static io.lockkeeper.host.HostFigure.time;

import io.lockkeeper.agent.AgentMonitor;
import io.lockkeeper.host.HostFigures.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How a host agent fares at one moment. It names no lock, no service and no user.
 *
 * @param ending whether it grants nothing any more
 */
record HostReport(List<HostFigure> figures, boolean ending) {

    /** Asks no server. On the loop's thread. */
    static HostReport of(HostParts parts) {
        List<HostFigure> all = new ArrayList<>();
        all.addAll(now(parts));
        all.addAll(sinceTheStart(parts.figures(), parts.notices()));
        all.addAll(ofTheAgent(parts.agent().monitor().status()));
        return new HostReport(all, parts.sessions().isEnding());
    }

    private static List<HostFigure> now(HostParts parts) {
        HostSessions sessions = parts.sessions();
        long watches = sessions.watches();
        return List.of(
                time("startTime", parts.figures().startedAt(), "When it started, since 1970."),
                gauge(
                        "connections",
                        parts.figures().connections(),
                        "Open connections, with those that have not said hello."),
                gauge("sessions", sessions.size() - watches, "Processes that take locks through it."),
                gauge("watches", watches, "Embedded agents whose end it watches for."),
                gauge("leases", sessions.leases(), "Leases that its sessions have."),
                gauge("waits", sessions.waits(), "Requests that are not answered yet."));
    }

    private static List<HostFigure> sinceTheStart(HostFigures figures, QueueNotices notices) {
        Stream<HostFigure> ends = Stream.of(Ending.values())
                .map(how -> counter("ends", figures.endings(how), "Leases that ended, by how.")
                        .of("how", how.name().toLowerCase(Locale.ROOT)));
        return Stream.concat(
                        Stream.concat(
                                Stream.of(counter("grants", figures.grants(), "Leases that were granted.")), ends),
                        Stream.of(
                                counter("deadAgents", figures.deadAgents(), "Embedded agents that were seen to end."),
                                counter(
                                        "refusedConnections",
                                        figures.refusedConnections(),
                                        "Connections above a limit."),
                                counter(
                                        "refusedRequests",
                                        figures.refusedRequests(),
                                        "Lines that were answered with an error."),
                                counter(
                                        "malformedLines",
                                        figures.malformedLines(),
                                        "Lines that could not be read, which ended their connections."),
                                counter("unanswered", notices.unanswered(), "Commands that MongoDB did not answer.")))
                .toList();
    }

    private static List<HostFigure> ofTheAgent(AgentMonitor.Status status) {
        return List.of(
                time(
                        "renewalOverdue",
                        status.renewalLag().toMillis(),
                        "For how long the most overdue renewal has been due."),
                time(
                        "serverSilent",
                        status.silentFor().map(Duration::toMillis).orElse(0L),
                        "For how long MongoDB has not answered; 0 if it answers."));
    }

    /** As a session reads it. */
    JsonLine answer() {
        JsonLine line = new JsonLine();
        figures.forEach(each -> line.with(each.member(), each.value()));
        return JsonLine.of("status", line.with("ending", ending));
    }

    /** As Prometheus reads it. */
    String text() {
        StringBuilder text = new StringBuilder();
        Set<String> begun = new HashSet<>();
        for (HostFigure each : figures) {
            if (begun.add(each.metric())) {
                text.append(each.head());
            }
            text.append(each.sample());
        }
        return text.toString();
    }
}
