package io.lockkeeper.simulation.shared;

/**
 * How large a history may be.
 *
 * @param agents how many agents at the most
 * @param calls how many calls of each agent at the most
 * @param clocksApartMillis by how much the clocks of members may differ from the first primary's
 */
public record Size(int agents, int calls, int clocksApartMillis) {

    /** Of histories whose clocks keep within the allowance. */
    public static Size of(int agents) {
        return new Size(agents, Integer.MAX_VALUE, 150);
    }

    public Size withAgents(int most) {
        return new Size(most, calls, clocksApartMillis);
    }

    public Size withCalls(int most) {
        return new Size(agents, most, clocksApartMillis);
    }

    /** A negative control: clocks that no agent's allowance covers. */
    public Size withClocksApart(int millis) {
        return new Size(agents, calls, millis);
    }
}
