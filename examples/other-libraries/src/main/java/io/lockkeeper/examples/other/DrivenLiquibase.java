package io.lockkeeper.examples.other;

import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.exception.LiquibaseException;
import liquibase.lockservice.LockService;
import liquibase.lockservice.LockServiceFactory;

/** Liquibase's lock of the change log. */
final class DrivenLiquibase implements Driven {

    private final LockService locks;

    DrivenLiquibase() throws LiquibaseException {
        String uri = Shop.uri().replaceFirst("/[^/?]*(\\?|$)", "/" + Shop.DATABASE + "$1");
        Database database = DatabaseFactory.getInstance().openDatabase(uri, null, null, null, null, null, null, null);
        locks = LockServiceFactory.getInstance().getLockService(database);
    }

    @Override
    public String perform(String command) throws LiquibaseException {
        return switch (command) {
            case "prepare" -> {
                locks.init();
                yield "done";
            }
            case "acquire" -> Boolean.toString(locks.acquireLock());
            case "release" -> {
                locks.releaseLock();
                yield "done";
            }
            case "forget" -> {
                locks.reset();
                yield "done";
            }
            default -> throw Driven.unknown(command);
        };
    }
}
