package io.lockkeeper.console.watch.dialect;

/** The clock that writes and compares a dialect's times. */
public enum ClockSource {
    CLIENT("Its times come from the clocks of its clients, which may differ from the server's."),
    SERVER("Its times come from the server's clock.");

    private final String sentence;

    ClockSource(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
