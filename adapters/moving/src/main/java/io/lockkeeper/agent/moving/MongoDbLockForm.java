package io.lockkeeper.agent.moving;

import static io.lockkeeper.agent.moving.Exp.NOW;
import static io.lockkeeper.agent.moving.Exp.and;
import static io.lockkeeper.agent.moving.Exp.eq;
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

/**
 * The MongoDBLock article's {@code {resourceId, clientId, createdAt}}: held while the document exists. A TTL index deletes it, and a unique
 * index on {@code resourceId} prevents a second one. Its old clients renew nothing; a lease moves {@code createdAt} on.
 */
final class MongoDbLockForm implements OldForm {

    private static final OldShape SHAPE = new OldShape(
            Map.of("resourceId", OldShape.TEXT, "clientId", OldShape.TEXT, "createdAt", OldShape.DATE),
            Set.of("clientId"));

    @Override
    public String library() {
        return "the MongoDBLock class of an article";
    }

    @Override
    public OldShape shape() {
        return SHAPE;
    }

    @Override
    public Bson lock(String name) {
        return new Document("resourceId", name);
    }

    @Override
    public List<Bson> take(Take take) {
        Document free =
                or(and(isMissing("$clientId"), isMissing("$createdAt")), eq("$clientId", literal(take.holder())));
        Document takes = and(SHAPE.fits(), free);
        return Exp.set(new Document("clientId", when(takes, literal(take.holder()), "$clientId"))
                .append("createdAt", when(takes, NOW, "$createdAt")));
    }

    @Override
    public Bson held(String name, String holder) {
        return new Document("resourceId", name).append("clientId", holder);
    }

    @Override
    public List<Bson> renew(Duration ttl) {
        return Exp.set(new Document("createdAt", latest(later("$createdAt", Duration.ofMillis(1)), NOW)));
    }

    @Override
    public Optional<List<Bson>> release(Duration fromNow) {
        return Optional.empty();
    }

    @Override
    public HeldBy heldBy(BsonDocument document) {
        return OldHolder.of(this, document, "createdAt", "");
    }

    @Override
    public String holderField() {
        return "clientId";
    }

    @Override
    public Optional<String> ttlField() {
        return Optional.of("createdAt");
    }

    @Override
    public Set<String> endFields() {
        return Set.of("createdAt");
    }

    @Override
    public Optional<String> uniqueField(boolean expiring) {
        return Optional.of("resourceId");
    }

    @Override
    public Optional<Duration> ttl(Duration lease, OldTerms terms, BsonDocument taken) {
        return terms.indexTtl();
    }

    @Override
    public boolean mayBeDouble() {
        return false;
    }

    @Override
    public boolean lingers() {
        return false;
    }
}
