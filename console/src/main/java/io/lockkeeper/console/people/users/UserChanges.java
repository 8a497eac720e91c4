package io.lockkeeper.console.people.users;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.people.logins.AccessLog;
import io.lockkeeper.console.people.security.OpenSessions;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * Changes stored users. Each change and its record are one transaction, and it ends the sessions of the user concerned. Changes
 * are serialized, so that two administrators who demote each other at the same moment do not leave none.
 */
@Component
class UserChanges {

    private final MongoTemplate template;
    private final OwnTransactions transactions;
    private final UserAccounts accounts;
    private final AccessLog log;
    private final OpenSessions sessions;
    private final AdminCheck admins;
    private final ServerClock clock;

    UserChanges(
            MongoTemplate template,
            OwnTransactions transactions,
            UserAccounts accounts,
            AccessLog log,
            OpenSessions sessions,
            AdminCheck admins,
            ServerClock clock) {
        this.template = template;
        this.transactions = transactions;
        this.accounts = accounts;
        this.log = log;
        this.sessions = sessions;
        this.admins = admins;
        this.clock = clock;
    }

    void add(UserAccount account, Author author) {
        inTransaction(() -> {
            mayStill(author, account.name());
            if (accounts.exists(account.name())) {
                throw new RefusedException("The user %s already exists.".formatted(account.name()));
            }
            accounts.insert(account);
            noLimitedAdministrator(account.name());
            String limit = account.locks().isLimited()
                    ? ", limited to " + account.locks().words()
                    : "";
            log.changed(
                    account.name(),
                    author.words(),
                    author.ip(),
                    "added as " + account.role().title() + limit);
        });
    }

    /**
     * Changes another user, and ends that user's sessions.
     *
     * @param seen the time of the last change that the author has seen
     * @throws OutdatedException if the user was changed since
     */
    void change(String name, Instant seen, Update update, Author author, String what) {
        changeOther(name, author, what, last -> {
            LastChange.require("user " + name, seen, last);
            return noted(update, last, author);
        });
    }

    /** Changes another user, in any state, and ends that user's sessions. */
    void change(String name, Update update, Author author, String what) {
        changeOther(name, author, what, last -> noted(update, last, author));
    }

    private void changeOther(String name, Author author, String what, Function<@Nullable LastChange, Update> making) {
        String stamp = change(query(where("_id").is(name)), name, author, what, making);
        sessions.endOthers(name, stamp);
    }

    private Update noted(Update update, @Nullable LastChange last, Author author) {
        return update.set("changedAt", LastChange.next(last, clock.now())).set("changedBy", author.words());
    }

    /**
     * Changes the user's own password, unless the account has changed since the old one was confirmed. Returns the new stamp, with which
     * the present session continues. It keeps {@code changedAt}: else a user could keep administrators from disabling the account by
     * changing its password.
     */
    String changeOwn(UserAccount account, Update update, String ip) {
        Query unchanged = query(where("_id").is(account.name()).and("stamp").is(account.stamp()));
        Author author = Author.of(account.name(), ip);
        return change(unchanged, account.name(), author, "own password changed", last -> update);
    }

    private String change(
            Query who, String name, Author author, String what, Function<@Nullable LastChange, Update> making) {
        String stamp = UserAccount.newStamp();
        inTransaction(() -> {
            mayStill(author, name);
            LastChange last =
                    accounts.findById(name).map(UserAccount::lastChange).orElse(null);
            Update update = making.apply(last).set("stamp", stamp);
            boolean wasAdministrator = isAdministrator(name);
            long found = template.updateFirst(who, update, UserAccount.class).getMatchedCount();
            if (found == 0) {
                throw new RefusedException("%s was changed or removed meanwhile. Nothing was done.".formatted(name));
            }
            noLimitedAdministrator(name);
            if (wasAdministrator && accounts.administrators() == 0) {
                throw new RefusedException(
                        "%s is the last administrator who can log in with a password. Make another user an administrator first."
                                .formatted(name));
            }
            log.changed(name, author.words(), author.ip(), what);
        });
        return stamp;
    }

    /** Whether the user can log in while no provider answers. */
    private boolean isAdministrator(String name) {
        return accounts.findById(name)
                .filter(account -> account.role() == Role.ADMIN && !account.disabled() && account.external() == null)
                .isPresent();
    }

    /** An administrator could lift the limit again, so it would protect nothing. */
    private void noLimitedAdministrator(String name) {
        accounts.findById(name)
                .filter(account ->
                        account.role() == Role.ADMIN && account.locks().isLimited())
                .ifPresent(account -> {
                    throw new RefusedException(
                            "An administrator sees all locks: %s cannot be an administrator and be limited to %s. Nothing was changed."
                                    .formatted(name, account.locks().words()));
                });
    }

    private void mayStill(Author author, String concerned) {
        if (!author.name().equals(concerned)) {
            admins.still(author);
        }
    }

    /** Serializes changes: each writes the same document, so the second of two concurrent ones is retried. */
    private void inTransaction(Runnable work) {
        transactions.run(() -> {
            template.upsert(query(where("_id").is("users")), new Update().inc("changes", 1), "state");
            work.run();
        });
    }
}
