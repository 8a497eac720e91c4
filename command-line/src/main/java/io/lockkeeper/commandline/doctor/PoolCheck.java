package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Database;

/** Whether a client with this URI has a connection left while its change stream has one. */
final class PoolCheck {

    private PoolCheck() {}

    static Finding check(Database database) {
        int most = database.settings().getConnectionPoolSettings().getMaxSize();
        if (most == 1) {
            return Finding.failed(
                    "pool",
                    "the URI allows one connection at a time: leases would be lost because their renewals wait for the change stream",
                    "Raise maxPoolSize in the URI; the driver's default is 100.");
        }
        return Finding.ok("pool", most == 0 ? "without a limit" : "up to %d connections".formatted(most));
    }
}
