package io.lockkeeper.console.watch.dialect;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
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
 * @param name the lock's name
 * @param oneDocument whether a name is meant to have one document, and nothing in the library keeps a second out
 * @param holders where its holders stand
 * @param acquired since when it is held
 * @param heartbeat when it was renewed last
 * @param expiry when it ends by itself
 * @param endsFree whether a lock past its expiry counts as free
 * @param heldTest whether it is held
 * @param heldMeans what "held" means here
 * @param fence where its fencing token stands
 * @param identity the fields that together identify an acquisition
 * @param clock whose clock writes its times
 * @param release how it is released by force
 * @param quarantine how it is kept untaken for a while
 * @param grade how safe that is
 * @param sentence what that means for its users
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
        NameTemplate name,
        boolean oneDocument,
        List<FieldPath> holders,
        Optional<TimeField> acquired,
        Optional<TimeField> heartbeat,
        ExpiryRule expiry,
        boolean endsFree,
        HeldTest heldTest,
        String heldMeans,
        Optional<FieldPath> fence,
        List<FieldPath> identity,
        ClockSource clock,
        Optional<Recipe> release,
        Optional<Recipe> quarantine,
        Grade grade,
        String sentence,
        Optional<JobRule> job)
        implements Dialect {

    @Override
    public Optional<DialectLock> read(BsonDocument document, TtlIndexes indexes) {
        if (shape.fits(document) && !shape.isMarkedNoLock(document)) {
            return Optional.of(lock(document, indexes));
        }
        return isNoLock(document) ? Optional.empty() : Optional.of(unreadable(document));
    }

    private boolean isNoLock(BsonDocument document) {
        boolean surelyHeld = heldTest.filter().isPresent() && heldTest.isHeld(document);
        return shape.isMarkedNoLock(document) || (shape.isUnset(document) && !surelyHeld);
    }

    private DialectLock unreadable(BsonDocument document) {
        return DialectLock.unreadable(
                document,
                name(document, document.get("_id", BsonNull.VALUE)),
                Acquisition.of(document, identity),
                shape.misfit(document).orElse("its document is of another form"));
    }

    private DialectLock lock(BsonDocument document, TtlIndexes indexes) {
        return new DialectLock(
                document.get("_id", BsonNull.VALUE),
                name(document),
                heldTest.isHeld(document),
                endsFree,
                heldTest.isHeld(document) ? holders(document) : List.of(),
                acquired.flatMap(field -> field.read(document)),
                heartbeat.flatMap(field -> field.read(document)),
                expiry.of(document, indexes),
                fence(document),
                Acquisition.of(document, identity),
                Optional.empty(),
                "");
    }

    @Override
    public String unreadable(String damage) {
        return "The dialect of %s cannot read it: %s. Whether the lock is held is unknown.".formatted(library, damage);
    }

    @Override
    public boolean mayHaveTwoDocuments() {
        return oneDocument;
    }

    @Override
    public boolean tellsRenewals() {
        return heartbeat.isPresent();
    }

    @Override
    public boolean quarantines() {
        return release.isEmpty() && quarantine.isPresent();
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
        BsonDocument filter = Recipe.filter(document, identity);
        filter.put("_id", document.get("_id"));
        if (quarantines()) {
            // A renewal since then moved the expiry, up to which the quarantine has to last.
            filter.putAll(Recipe.filter(
                    document, expiry.source().map(TimeField::path).stream().toList()));
        }
        Recipe.Moment moment = new Recipe.Moment(document, order.now(), order.until(), order.by());
        return release.or(() -> quarantine).map(recipe -> recipe.force(filter, moment));
    }

    @Override
    public boolean tellsAcquisitions() {
        return grade == Grade.A
                || acquired.filter(field -> identity.contains(field.path())).isPresent();
    }

    @Override
    public boolean tellsLateReleases() {
        return release.filter(Recipe.Delete.class::isInstance).isEmpty();
    }

    @Override
    public Optional<String> releaseAction() {
        return release.or(() -> quarantine).map(recipe -> recipe instanceof Recipe.Delete ? "remove" : "update");
    }

    private String name(BsonDocument document) {
        return name.fill(field ->
                new FieldPath(field).first(document).map(NameTemplate::text).orElse("?"));
    }

    /** The name, also of a document that may lack the fields of it. */
    private String name(BsonDocument document, BsonValue id) {
        boolean named =
                name.fields().stream().allMatch(field -> field.first(document).isPresent());
        return named ? name(document) : NameTemplate.text(id);
    }

    private List<String> holders(BsonDocument document) {
        return holders.stream()
                .flatMap(field -> field.values(document))
                .flatMap(value -> value.isArray() ? value.asArray().stream() : List.of(value).stream())
                .filter(value -> !value.isNull())
                .map(NameTemplate::text)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
    }

    private OptionalLong fence(BsonDocument document) {
        return fence.flatMap(field -> field.first(document))
                .filter(BsonValue::isNumber)
                .map(value -> OptionalLong.of(value.asNumber().longValue()))
                .orElseGet(OptionalLong::empty);
    }

    @Override
    public Bson filter() {
        return shape.filter(heldTest.filter());
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
