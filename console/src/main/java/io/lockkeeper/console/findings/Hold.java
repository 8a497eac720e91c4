package io.lockkeeper.console.findings;

import io.lockkeeper.console.dialect.Expiry;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One hold of a lock, by what is known of it. */
sealed interface Hold permits Hold.Lease, ObservedLock.Library {

    /** What tells it from the lock's next one. */
    String subject();

    List<String> holders();

    /** Since when; empty if that is unknown, or if a kept lease is idle. */
    Optional<Instant> since();

    /** When it was renewed last. */
    Optional<Instant> renewed();

    Expiry expiry();

    /** Its entry in the lock's document; empty of another library's. */
    Optional<Holder> lease();

    /** Who holds it, for people. */
    default String who() {
        return holders().isEmpty() ? "An unknown holder" : Words.visible(String.join(", ", holders()));
    }

    /** A lease of one of Lockkeeper's own locks. */
    record Lease(Holder holder) implements Hold {

        @Override
        public String subject() {
            return Long.toString(holder.token());
        }

        @Override
        public List<String> holders() {
            return List.of(holder.owner().service() + " · " + holder.owner().instance());
        }

        /** For a kept lease, the present use counts, once a renewal has reported it. */
        @Override
        public Optional<Instant> since() {
            return holder.hasUses() && holder.use() == null ? Optional.empty() : holder.heldSince();
        }

        @Override
        public Optional<Instant> renewed() {
            return Optional.of(holder.updatedAt());
        }

        @Override
        public Expiry expiry() {
            return new Expiry.At(holder.expiresAt());
        }

        @Override
        public Optional<Holder> lease() {
            return Optional.of(holder);
        }
    }
}
