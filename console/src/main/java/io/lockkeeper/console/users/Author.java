package io.lockkeeper.console.users;

/**
 * Who makes a change.
 *
 * @param name the user's name
 * @param ip from where; empty for the console itself
 */
public record Author(String name, String ip) {

    static final Author CONSOLE = new Author("console", "");
}
