package io.lockkeeper.agent.moving;

import static io.lockkeeper.agent.moving.Exp.NOW;
import static io.lockkeeper.agent.moving.Exp.eq;
import static io.lockkeeper.agent.moving.Exp.later;
import static io.lockkeeper.agent.moving.Exp.latest;
import static io.lockkeeper.agent.moving.Exp.literal;
import static io.lockkeeper.agent.moving.Exp.or;
import static io.lockkeeper.agent.moving.Exp.when;

import io.lockkeeper.agent.HeldBy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;

/** ShedLock's {@code {_id, lockUntil, lockedAt, lockedBy}}: free once {@code lockUntil} has passed. */
final class ShedLockForm implements OldForm {

    @Override
    public String library() {
        return "ShedLock";
    }

    @Override
    public Bson lock(String name) {
        return new Document("_id", name);
    }

    @Override
    public List<Bson> take(Take take) {
        Document expired =
                new Document("$lte", List.of(later("$lockUntil", take.allowance()), NOW)); // true without a document
        Document free = or(expired, eq("$lockedBy", literal(take.holder())));
        return Exp.set(new Document("lockUntil", when(free, later(NOW, take.ttl()), "$lockUntil"))
                .append("lockedAt", when(free, NOW, "$lockedAt"))
                .append("lockedBy", when(free, literal(take.holder()), "$lockedBy")));
    }

    @Override
    public Bson held(String name, String holder) {
        return new Document("_id", name).append("lockedBy", holder);
    }

    @Override
    public List<Bson> renew(Duration ttl) {
        Document later = later(
                "$lockUntil",
                Duration.ofMillis(1)); // always a write: an old primary answers for what it need not write
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
    public boolean expires() {
        return true;
    }

    @Override
    public boolean mayBeDouble() {
        return false;
    }
}
