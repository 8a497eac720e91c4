package io.lockkeeper.console.users;

import io.lockkeeper.console.shell.ShownOnce;

/** Shows a password for one login. */
final class PasswordShown {

    private PasswordShown() {}

    static void open(String user, String password) {
        new ShownOnce(
                        "The password of %s".formatted(user),
                        password,
                        "It is shown only once and valid for one login, at which the user chooses another. Pass it on in person or by a channel that you trust.")
                .open();
    }
}
