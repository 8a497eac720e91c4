package io.lockkeeper.agent.moving;

import static io.lockkeeper.agent.moving.Exp.NOW;
import static io.lockkeeper.agent.moving.Exp.eq;
import static io.lockkeeper.agent.moving.Exp.later;
import static io.lockkeeper.agent.moving.Exp.latest;
import static io.lockkeeper.agent.moving.Exp.literal;
import static io.lockkeeper.agent.moving.Exp.or;
import static io.lockkeeper.agent.moving.Exp.orElse;
import static io.lockkeeper.agent.moving.Exp.when;

import io.lockkeeper.agent.HeldBy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The Mongoose article's {@code {_id, acquirer, acquiredAt, updatedAt}}: held while the document exists, which a TTL index deletes. */
final class MongooseForm implements OldForm {

    @Override
    public String library() {
        return "the Mongoose lock of an article";
    }

    @Override
    public Bson lock(String name) {
        return new Document("_id", name);
    }

    @Override
    public List<Bson> take(Take take) {
        Document free = or(eq(new Document("$type", "$acquirer"), "missing"), eq("$acquirer", literal(take.holder())));
        return Exp.set(new Document("acquirer", when(free, literal(take.holder()), "$acquirer"))
                .append("acquiredAt", when(free, NOW, "$acquiredAt"))
                .append("updatedAt", when(free, NOW, "$updatedAt"))
                .append("__v", orElse("$__v", 0)));
    }

    @Override
    public Bson held(String name, String holder) {
        return new Document("_id", name).append("acquirer", holder);
    }

    @Override
    public List<Bson> renew(Duration ttl) {
        return Exp.set(new Document("updatedAt", latest(later("$updatedAt", Duration.ofMillis(1)), NOW)));
    }

    @Override
    public Optional<List<Bson>> release(Duration fromNow) {
        return Optional.empty();
    }

    @Override
    public HeldBy heldBy(BsonDocument document) {
        return OldHolder.of(this, document, "acquiredAt", "");
    }

    @Override
    public String holderField() {
        return "acquirer";
    }

    @Override
    public Optional<String> ttlField() {
        return Optional.of("updatedAt");
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
