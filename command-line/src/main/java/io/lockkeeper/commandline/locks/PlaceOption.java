package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.console.SourceOption;
import picocli.CommandLine.Mixin;

/** The options that say where a command reads locks: in the database of its connection, or in a source. */
final class PlaceOption {

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private SourceOption source = new SourceOption();

    LockPlace open() {
        return source.isGiven() ? new ConsoleLocks(source) : new DatabaseLocks(connection.open());
    }
}
