package io.lockkeeper.console.people.users;

/**
 * The author of a change.
 *
 * @param name the user's name
 * @param words the same for records: with the API token that acts for the user
 * @param ip the address that it comes from; empty for the console itself
 */
public record Author(String name, String words, String ip) {

    static final Author CONSOLE = of("console", "");

    /** A user who acts without an API token. */
    static Author of(String name, String ip) {
        return new Author(name, name, ip);
    }
}
