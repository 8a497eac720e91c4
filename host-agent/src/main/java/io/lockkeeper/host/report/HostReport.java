package io.lockkeeper.host.report;

import static io.lockkeeper.host.report.HostFigure.counter;
import static io.lockkeeper.host.report.HostFigure.gauge;
import static io.lockkeeper.host.report.HostFigure.time;

import io.lockkeeper.agent.AgentMonitor;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.report.HostFigures.Ending;
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
public record HostReport(List<HostFigure> figures, boolean ending) {

    /** What all sessions have now, those of watches among them. */
    public record Now(int sessions, int leases, int waits, boolean ending) {}

    /**
     * Makes a report of what was counted and what is there.
     *
     * @param unanswered commands that MongoDB has not answered since the start
     */
    public static HostReport of(HostFigures figures, Now now, long unanswered, AgentMonitor.Status agent) {
        List<HostFigure> all = new ArrayList<>();
        all.addAll(present(figures, now));
        all.addAll(sinceTheStart(figures, unanswered));
        all.addAll(ofTheAgent(agent));
        return new HostReport(all, now.ending());
    }

    private static List<HostFigure> present(HostFigures figures, Now now) {
        return List.of(
                time("startTime", figures.startedAt(), "When it started, since 1970."),
                gauge("connections", figures.connections(), "Open connections, with those that have not said hello."),
                gauge("sessions", now.sessions() - figures.watches(), "Processes that take locks through it."),
                gauge("watches", figures.watches(), "Embedded agents whose end it watches for."),
                gauge("leases", now.leases(), "Leases that its sessions have."),
                gauge("waits", now.waits(), "Requests that are not answered yet."));
    }

    private static List<HostFigure> sinceTheStart(HostFigures figures, long unanswered) {
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
                                counter("unanswered", unanswered, "Commands that MongoDB did not answer.")))
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
    public JsonLine answer() {
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
