package io.lockkeeper.host.report;

import java.util.EnumMap;
import java.util.Map;

/** What a host agent counts from its start on, for operators. On the loop's thread only. */
public final class HostFigures {

    /** Why a session has a lease no more. */
    public enum Ending {
        /** Its process gave it back, by a release or a bye. */
        RELEASE,
        /** Its process was proven to have ended. */
        DEATH,
        /** Its process had not been heard for so long that it could not believe in it any more. */
        SILENCE,
        /** By what the agent said: it expired, it was evicted or held for too long. */
        LOSS
    }

    private final long startedAt = System.currentTimeMillis();
    private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);
    private int connections;
    private int watches;
    private long grants;
    private long refusedConnections;
    private long refusedRequests;
    private long malformedLines;
    private long deadAgents;

    /** In milliseconds of the wall clock. */
    long startedAt() {
        return startedAt;
    }

    public void connected(int more) {
        connections += more;
    }

    public int connections() {
        return connections;
    }

    public void watches(int now) {
        watches = now;
    }

    int watches() {
        return watches;
    }

    public void granted() {
        grants++;
    }

    long grants() {
        return grants;
    }

    public void ended(Ending how) {
        endings.merge(how, 1L, Long::sum);
    }

    long endings(Ending how) {
        return endings.getOrDefault(how, 0L);
    }

    /** One connection too many. */
    public void refusedConnection() {
        refusedConnections++;
    }

    long refusedConnections() {
        return refusedConnections;
    }

    /** A line was answered with an error; its session goes on, unless it was the hello. */
    public void refusedRequest() {
        refusedRequests++;
    }

    long refusedRequests() {
        return refusedRequests;
    }

    /** A line could not be read, and ended its connection. */
    public void malformedLine() {
        malformedLines++;
    }

    long malformedLines() {
        return malformedLines;
    }

    /** The process of an embedded agent was seen to end. */
    public void deadAgent() {
        deadAgents++;
    }

    long deadAgents() {
        return deadAgents;
    }
}
