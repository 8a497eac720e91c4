package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.components.ShownOnce;

/** Shows a password that has to be changed. */
final class PasswordShown {

    private PasswordShown() {}

    static void open(String user, String password) {
        new ShownOnce(
                        "The password of %s".formatted(user),
                        password,
                        "It is shown only once, and opens only the page where the user chooses another. Pass it on in person or by a channel that you trust.")
                .open();
    }
}
