package io.lockkeeper.console.judge.alerts;

/** The colour of a message's part in a chat. Its words say the same. */
enum Tone {
    URGENT("#c62828", "attention"),
    WARNING("#b26a00", "warning"),
    NOTE("#1565c0", "accent"),
    RESOLVED("#2e7d32", "good");

    private final String hex;
    private final String container;

    Tone(String hex, String container) {
        this.hex = hex;
        this.container = container;
    }

    static Tone of(String severity) {
        return switch (severity) {
            case "urgent" -> URGENT;
            case "warning" -> WARNING;
            default -> NOTE;
        };
    }

    /** For Slack. */
    String hex() {
        return hex;
    }

    /** The style of an adaptive card's container. */
    String container() {
        return container;
    }
}
