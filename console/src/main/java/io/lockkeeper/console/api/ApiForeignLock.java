package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.people.notes.AboutLock;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock of another library; what its document does not show is null.
 *
 * @param path its name as it stands in a path
 * @param etag of the acquisition, for If-Match
 * @param state held, expired, free or unreadable
 * @param renewed when it was renewed last
 * @param expires when it ends by itself
 * @param expiry how: at, by-ttl-monitor, assumed, never or unknown
 * @param waiting how many wait for it
 * @param leases of one of Lockkeeper's own; empty of another library's
 * @param finding the kind of the worst that was found of it, or null
 * @param job the job behind it, without its history if more locks were asked for; null if its library has locks without jobs, and in an
 *     event
 * @param about its note, if only it was asked for and there is a note; else null
 * @param others if only it was asked for, further documents of its name, the one that changed last first; else empty
 */
record ApiForeignLock(
        String name,
        String path,
        String etag,
        String state,
        List<String> holders,
        @Nullable Instant acquired,
        @Nullable Instant renewed,
        @Nullable Instant expires,
        String expiry,
        @Nullable Long token,
        @Nullable Integer waiting,
        List<ApiForeignLease> leases,
        @Nullable String finding,
        @Nullable ApiJob job,
        @Nullable AboutLock about,
        List<OtherDocument> others) {

    static ApiForeignLock of(DialectLock lock, @Nullable Finding worst, Instant now) {
        return of(lock, worst, now, null);
    }

    static ApiForeignLock of(DialectLock lock, @Nullable Finding worst, Instant now, @Nullable ApiJob job) {
        return of(lock, worst, now, job, null, List.of());
    }

    static ApiForeignLock of(
            DialectLock lock,
            @Nullable Finding worst,
            Instant now,
            @Nullable ApiJob job,
            @Nullable AboutLock about,
            List<DialectLock> others) {
        return new ApiForeignLock(
                lock.name(),
                LockAddress.of(lock.name()),
                etag(lock),
                state(lock, now),
                holders(lock, now),
                lock.acquired().orElse(null),
                lock.heartbeat().orElse(null),
                lock.expiry().instant().orElse(null),
                lock.expiry().word(),
                lock.fence().isPresent() ? lock.fence().getAsLong() : null,
                lock.waiting().isPresent() ? lock.waiting().getAsInt() : null,
                lock.leases().stream()
                        .map(lease -> ApiForeignLease.of(lock.name(), lease))
                        .toList(),
                worst == null ? null : worst.kind().name(),
                job,
                about,
                others.stream().map(other -> OtherDocument.of(other, now)).toList());
    }

    static String etag(DialectLock lock) {
        return etag(lock.acquisition());
    }

    private static String etag(Acquisition acquisition) {
        return "\"%s\"".formatted(acquisition.tag());
    }

    /** The lock, represented by the acquisition with the ETag; empty if it is not there. */
    static Optional<DialectLock> tagged(DialectLock lock, String etag) {
        return etag(lock).equals(etag)
                ? Optional.of(lock)
                : lock.leases().stream()
                        .map(lease -> LeaseAcquisitions.of(lock.name(), lease))
                        .filter(lease -> etag(lease).equals(etag))
                        .findFirst()
                        .flatMap(lock::with);
    }

    /** A free lock has no holder, although the documents of some libraries still name who held it last. */
    private static List<String> holders(DialectLock lock, Instant now) {
        return lock.state(now) == DialectLock.State.FREE ? List.of() : lock.holders();
    }

    private static String state(DialectLock lock, Instant now) {
        return lock.state(now).name().toLowerCase(Locale.ROOT);
    }

    /**
     * A further document of the same name, where there is meant to be one.
     *
     * @param etag of its acquisition, for If-Match
     * @param state held, expired, free or unreadable
     */
    record OtherDocument(
            String etag,
            String state,
            List<String> holders,
            @Nullable Instant acquired) {

        static OtherDocument of(DialectLock lock, Instant now) {
            return new OtherDocument(
                    ApiForeignLock.etag(lock),
                    ApiForeignLock.state(lock, now),
                    ApiForeignLock.holders(lock, now),
                    lock.acquired().orElse(null));
        }
    }

    /**
     * A lease of one of Lockkeeper's own locks.
     *
     * @param etag of this lease, for If-Match
     * @param token its fencing token
     * @param acquired since when; null of a kept lease that is idle
     * @param evicted whether an operator has evicted it
     */
    record ApiForeignLease(
            String etag,
            String holder,
            long token,
            @Nullable Instant acquired,
            boolean evicted) {

        static ApiForeignLease of(String lock, Holder lease) {
            return new ApiForeignLease(
                    ApiForeignLock.etag(LeaseAcquisitions.of(lock, lease)),
                    LeaseAcquisitions.words(lease),
                    lease.token(),
                    lease.heldSince().orElse(null),
                    lease.evicted() != null);
        }
    }
}
