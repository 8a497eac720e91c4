package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.people.logins.AccessLog;
import io.lockkeeper.console.people.security.ActingUser;
import io.lockkeeper.console.people.security.LoginAddress;
import io.lockkeeper.console.people.security.Roles;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** Lets operators leave notes on locks for each other, and remove them. Each change is on record. Waits for MongoDB. */
@Component
class DutyNotes {

    private final AuthorityAuthorizationManager<Object> operators =
            AuthorityAuthorizationManager.hasRole(Roles.OPERATOR);
    private final LockNotes notes;
    private final MongoTemplate own;
    private final OwnTransactions transactions;
    private final AccessLog log;
    private final ServerClock clock;

    DutyNotes(LockNotes notes, MongoTemplate own, OwnTransactions transactions, AccessLog log, ServerClock clock) {
        this.notes = notes;
        this.own = own;
        this.transactions = transactions;
        this.log = log;
        this.clock = clock;
    }

    /** Whether the present user may leave notes. */
    boolean isAllowed() {
        Authentication user = present();
        return user != null && operators.authorize(() -> user, this).isGranted();
    }

    /** Those about the lock that are shown now. */
    List<DutyNote> about(LockId lock) {
        return notes.dutyNotes(lock);
    }

    /**
     * Leaves a note, which replaces the user's former one on the same locks.
     *
     * @param all whether it is about all locks whose names start so
     * @throws AccessDeniedException if the present user is no operator, or the locks are not within the user's scope
     * @throws InvalidException if the note breaks a rule
     */
    DutyNote leave(LockId lock, boolean all, String words, Duration howLong) {
        Instant now = clock.now().truncatedTo(ChronoUnit.MILLIS);
        DutyNote note = new DutyNote(
                lock.storedSource(),
                lock.name(),
                all,
                words.strip(),
                ActingUser.words(present()),
                now,
                now.plus(howLong));
        check(note);
        NoteRules.check(note);
        change(note, "left until %s: %s".formatted(Formats.exact(note.until()), note.note()), book -> {
            NoteBook with = book.with(note, now);
            if (with.duty().stream().filter(each -> each.isShown(now)).count() > NoteRules.MOST) {
                throw new RefusedException("There are %s notes by operators, and no more are allowed. Remove one first."
                        .formatted(NoteRules.MOST));
            }
            return with;
        });
        return note;
    }

    /**
     * Removes a note of any operator.
     *
     * @throws RefusedException if it was removed or replaced since
     * @throws AccessDeniedException if the present user is no operator, or the locks are not within the user's scope
     */
    DutyNote remove(DutyNote note) {
        check(note);
        change(note, "removed: " + note.note(), book -> {
            Instant now = clock.now().truncatedTo(ChronoUnit.MILLIS);
            if (!book.duty().contains(note) || !note.isShown(now)) {
                throw new RefusedException("The note is not there any more. Nothing was changed.");
            }
            return book.without(note, now);
        });
        return note;
    }

    private void check(DutyNote note) {
        if (!isAllowed()) {
            throw new AccessDeniedException("Only an operator may leave or remove a note on a lock.");
        }
        if (!LockScope.present().sees(LockId.stored(note.source(), note.lock()))) {
            throw new AccessDeniedException("These locks are outside your scope: you are limited to some locks.");
        }
    }

    private void change(DutyNote note, String what, UnaryOperator<NoteBook> change) {
        Authentication by = present();
        transactions.run(() -> {
            own.save(change.apply(notes.readWhole()));
            log.configured(
                    "locks " + note.locks(), ActingUser.words(by), LoginAddress.of(by), "note by operators " + what);
        });
        NoteBook unused = notes.read();
    }

    private static @Nullable Authentication present() {
        return SecurityContextHolder.getContext().getAuthentication();
    }
}
