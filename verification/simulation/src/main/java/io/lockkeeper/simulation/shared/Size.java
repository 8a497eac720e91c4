package io.lockkeeper.simulation.shared;

/**
 * How large a history may be.
 *
 * @param agents how many agents at the most
 * @param calls how many calls of each agent at the most
 * @param clocksApartMillis by how much the clocks of members may differ from the first primary's
 * @param steps after how many steps a history is cut off: what should come later is then not judged
 */
public record Size(int agents, int calls, int clocksApartMillis, long steps) {

    /** A history that takes more turns in circles. */
    private static final long WHOLE = 400_000;

    /** Of histories whose clocks keep within the allowance. */
    public static Size of(int agents) {
        return new Size(agents, Integer.MAX_VALUE, 150, WHOLE);
    }

    public Size withAgents(int most) {
        return new Size(most, calls, clocksApartMillis, steps);
    }

    public Size withCalls(int most) {
        return new Size(agents, most, clocksApartMillis, steps);
    }

    /** A negative control: clocks that no agent's allowance covers. */
    public Size withClocksApart(int millis) {
        return new Size(agents, calls, millis, steps);
    }

    public Size cutAfter(long most) {
        return new Size(agents, calls, clocksApartMillis, most);
    }

    /** Whether histories end before all is over. */
    public boolean isCut() {
        return steps < WHOLE;
    }
}
