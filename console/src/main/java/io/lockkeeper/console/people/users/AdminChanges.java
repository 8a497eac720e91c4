package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.people.logins.AccessLog;
import java.util.function.Supplier;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Component;

/** Makes administrators' changes of the console's settings. Each is stored together with its record, or not at all. */
@Component
public class AdminChanges {

    private final OwnTransactions transactions;
    private final AdminCheck admins;
    private final AccessLog log;

    AdminChanges(OwnTransactions transactions, AdminCheck admins, AccessLog log) {
        this.transactions = transactions;
        this.admins = admins;
        this.log = log;
    }

    /**
     * Makes the change. Of two concurrent changes, the second sees the first.
     *
     * @param subject what is changed, for the record
     * @param what what is done to it, for the record
     * @throws AccessDeniedException if the author is no longer an administrator
     */
    public void make(Author author, String subject, String what, Runnable change) {
        make(author, subject, () -> {
            change.run();
            return what;
        });
    }

    /** As {@link #make(Author, String, String, Runnable)}, for a change that returns what was done. */
    public void make(Author author, String subject, Supplier<String> change) {
        transactions.run(() -> {
            admins.still(author);
            record(author, subject, change.get());
        });
    }

    /** Records what was done without a change of what is stored. */
    public void record(Author author, String subject, String what) {
        log.configured(subject, author.words(), author.ip(), what);
    }

    /**
     * Requires that the author is still an administrator.
     *
     * @throws AccessDeniedException if not
     */
    public void requireStill(Author author) {
        admins.still(author);
    }
}
