package io.lockkeeper.console.watch.dialect;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * How another library keeps its locks, as its file says.
 *
 * @param id the name of the file, without its ending
 * @param library what people call it
 * @param origin where the library comes from, for example its Maven coordinates
 * @param evidence what all this rests on
 * @param collections the names of the collection that the library uses by default: today's, and those of its earlier versions
 * @param signs the indexes by which an empty collection is recognized
 * @param shape which documents it reads
 * @param lock how they show it
 * @param clock whose clock writes its times
 * @param force how it is released by force
 * @param job where its documents show the job behind a lock
 */
public record FileDialect(
        String id,
        String library,
        String origin,
        Evidence evidence,
        List<String> collections,
        IndexSigns signs,
        DocumentShape shape,
        LockRule lock,
        ClockSource clock,
        ForceRule force,
        Optional<JobRule> job)
        implements Dialect {

    /**
     * How a lock is released by force.
     *
     * @param release how it is freed
     * @param quarantine how it is kept untaken for a while instead
     * @param grade how safe that is
     * @param sentence what that means for its users
     */
    record ForceRule(Optional<Recipe> release, Optional<Recipe> quarantine, Grade grade, String sentence) {

        private Optional<Recipe> recipe() {
            return release.or(() -> quarantine);
        }
    }

    @Override
    public Optional<DialectLock> read(BsonDocument document, TtlIndexes indexes) {
        if (shape.fits(document) && !shape.isMarkedNoLock(document)) {
            return Optional.of(lock.read(document, indexes));
        }
        return isNoLock(document)
                ? Optional.empty()
                : Optional.of(
                        lock.unreadable(document, shape.misfit(document).orElse("its document is of another form")));
    }

    private boolean isNoLock(BsonDocument document) {
        return shape.isMarkedNoLock(document) || (shape.isUnset(document) && !lock.isSurelyHeld(document));
    }

    @Override
    public Grade grade() {
        return force.grade();
    }

    @Override
    public String sentence() {
        return force.sentence();
    }

    @Override
    public String heldMeans() {
        return lock.heldMeans();
    }

    @Override
    public String unreadable(String damage) {
        return "The dialect of %s cannot read it: %s. Whether the lock is held is unknown.".formatted(library, damage);
    }

    @Override
    public boolean mayHaveTwoDocuments() {
        return lock.oneDocument();
    }

    @Override
    public boolean tellsRenewals() {
        return lock.heartbeat().isPresent();
    }

    @Override
    public boolean quarantines() {
        return force.release().isEmpty() && force.quarantine().isPresent();
    }

    @Override
    public boolean hasQueues() {
        return false;
    }

    /** No library's users expect a quarantined document to be free. */
    @Override
    public boolean leavesFree() {
        return false;
    }

    @Override
    public boolean evictsAtOnce() {
        return false;
    }

    @Override
    public Optional<ForcedRelease> force(BsonDocument document, Acquisition seen, ForceOrder order) {
        BsonDocument filter = Recipe.filter(document, lock.identity());
        filter.put("_id", document.get("_id"));
        if (quarantines()) {
            // A renewal since then moved the expiry, up to which the quarantine has to last.
            filter.putAll(Recipe.filter(
                    document,
                    lock.expiry().source().map(TimeField::path).stream().toList()));
        }
        Recipe.Moment moment = new Recipe.Moment(document, order.now(), order.until(), order.by());
        return force.recipe().map(recipe -> recipe.force(filter, moment));
    }

    @Override
    public boolean tellsAcquisitions() {
        return grade() == Grade.A || lock.identifiesByTime();
    }

    @Override
    public boolean tellsLateReleases() {
        return force.release().filter(Recipe.Delete.class::isInstance).isEmpty();
    }

    @Override
    public Optional<String> releaseAction() {
        return force.recipe().map(recipe -> recipe instanceof Recipe.Delete ? "remove" : "update");
    }

    @Override
    public Bson filter() {
        return shape.filter(lock.heldTest().filter());
    }

    @Override
    public List<String> topFields() {
        return shape.topFields();
    }

    @Override
    public Optional<Sureness> sureness(BsonDocument document, String collectionName) {
        boolean named = collections.contains(collectionName);
        int telling = tellingFields(document).size();
        if (shape.isIdle(document, named)) {
            return Sureness.of(named, true, telling).map(sure -> named ? sure : Sureness.POSSIBLE);
        }
        return shape.fits(document) ? Sureness.of(named, shape.knowsAllOf(document), telling) : Optional.empty();
    }

    @Override
    public List<String> tellingFields(BsonDocument document) {
        return shape.telling(document);
    }
}
