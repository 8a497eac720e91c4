package io.lockkeeper.console.people.security;

/**
 * Somebody tried to log in.
 *
 * @param user the name that was typed, as it would be stored
 * @param address where it came from
 * @param entry through which door, in words
 * @param outcome what came of it
 */
public record LoginAttempted(String user, String address, String entry, Outcome outcome) {

    /** Whether a program sent name and password, or a token, with its request. */
    public boolean isByProgram() {
        return entry.equals(Client.Entry.BASIC.words()) || isByToken();
    }

    /** Whether it came with a personal token, which is too long to be guessed. */
    public boolean isByToken() {
        return entry.startsWith(Client.Entry.TOKEN.words());
    }

    /** The outcome of a login. */
    public enum Outcome {
        SUCCEEDED("logged in"),
        WRONG("wrong user name or password"),
        DISABLED("right password, but the user is disabled"),
        DISABLED_HERE("refused: an administrator has disabled the user here"),
        NO_GROUP("refused: in no group that may enter"),
        VOID("refused: the token has expired, or its user may not log in"),
        UNKNOWN("refused: no such token"),
        PAUSED("paused after too many failures");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
