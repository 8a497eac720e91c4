package io.lockkeeper.agent.moving;

import static io.lockkeeper.agent.moving.Exp.NOW;
import static io.lockkeeper.agent.moving.Exp.and;
import static io.lockkeeper.agent.moving.Exp.eq;
import static io.lockkeeper.agent.moving.Exp.isDate;
import static io.lockkeeper.agent.moving.Exp.isMissing;
import static io.lockkeeper.agent.moving.Exp.later;
import static io.lockkeeper.agent.moving.Exp.latest;
import static io.lockkeeper.agent.moving.Exp.literal;
import static io.lockkeeper.agent.moving.Exp.or;
import static io.lockkeeper.agent.moving.Exp.when;

import io.lockkeeper.agent.HeldBy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;

/** ShedLock's {@code {_id, lockUntil, lockedAt, lockedBy}}: free once {@code lockUntil} has passed. */
final class ShedLockForm implements OldForm {

    private static final OldShape SHAPE = new OldShape(
            Map.of("lockUntil", OldShape.DATE, "lockedAt", OldShape.DATE, "lockedBy", OldShape.TEXT),
            Set.of()); // freed by its time

    @Override
    public String library() {
        return "ShedLock";
    }

    @Override
    public OldShape shape() {
        return SHAPE;
    }

    @Override
    public Bson lock(String name) {
        return new Document("_id", name);
    }

    @Override
    public List<Bson> take(Take take) {
        Document none = and(isMissing("$lockUntil"), and(isMissing("$lockedAt"), isMissing("$lockedBy")));
        Document expired =
                and(isDate("$lockUntil"), new Document("$lte", List.of(later("$lockUntil", take.allowance()), NOW)));
        Document free = or(none, or(expired, eq("$lockedBy", literal(take.holder()))));
        Document takes = and(SHAPE.fits(), free);
        return Exp.set(new Document("lockUntil", when(takes, later(NOW, take.ttl()), "$lockUntil"))
                .append("lockedAt", when(takes, NOW, "$lockedAt"))
                .append("lockedBy", when(takes, literal(take.holder()), "$lockedBy")));
    }

    @Override
    public Bson held(String name, String holder) {
        return new Document("_id", name).append("lockedBy", holder);
    }

    @Override
    public List<Bson> renew(Duration ttl) {
        Document later = later(
                "$lockUntil", Duration.ofMillis(1)); // always a write: an old primary answers what changes nothing
        return Exp.set(new Document("lockUntil", latest(later, later(NOW, ttl))));
    }

    @Override
    public Optional<List<Bson>> release(Duration fromNow) {
        return Optional.of(Exp.set(new Document("lockUntil", later(NOW, fromNow))));
    }

    @Override
    public HeldBy heldBy(BsonDocument document) {
        return OldHolder.of(this, document, "lockedAt", "lockUntil");
    }

    @Override
    public String holderField() {
        return "lockedBy";
    }

    @Override
    public Optional<String> ttlField() {
        return Optional.empty();
    }

    @Override
    public Set<String> endFields() {
        return Set.of("lockUntil");
    }

    @Override
    public Optional<String> uniqueField(boolean expiring) {
        return Optional.empty(); // the name is the id
    }

    @Override
    public Optional<Duration> ttl(Duration lease, OldTerms terms, BsonDocument taken) {
        return Optional.of(lease);
    }

    @Override
    public boolean mayBeDouble() {
        return false;
    }

    @Override
    public boolean lingers() {
        return true;
    }
}
