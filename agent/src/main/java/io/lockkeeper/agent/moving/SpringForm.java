package io.lockkeeper.agent.moving;

import static io.lockkeeper.agent.moving.Exp.NOW;
import static io.lockkeeper.agent.moving.Exp.eq;
import static io.lockkeeper.agent.moving.Exp.literal;
import static io.lockkeeper.agent.moving.Exp.or;
import static io.lockkeeper.agent.moving.Exp.orElse;
import static io.lockkeeper.agent.moving.Exp.when;

import io.lockkeeper.agent.HeldBy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The Spring article's {@code {lockName, holder, lockedAt}}: held while it has a holder, which nothing but a release takes away. */
final class SpringForm implements OldForm {

    @Override
    public String library() {
        return "the Spring findAndModify lock of an article";
    }

    @Override
    public Bson lock(String name) {
        return new Document("lockName", name);
    }

    /** A document that is missing gets the name as its id, so that two agents never insert two of one name. */
    @Override
    public List<Bson> take(Take take) {
        Document free = or(
                new Document("$lte", List.of("$holder", BsonNull.VALUE)), // absent or null
                eq("$holder", literal(take.holder())));
        return Exp.set(new Document("_id", orElse("$_id", literal(take.name())))
                .append("lockName", literal(take.name()))
                .append("holder", when(free, literal(take.holder()), "$holder"))
                .append("lockedAt", when(free, NOW, "$lockedAt")));
    }

    @Override
    public Bson held(String name, String holder) {
        return new Document("lockName", name).append("holder", holder);
    }

    @Override
    public List<Bson> renew(Duration ttl) {
        return Exp.set(new Document(
                "holder", "$holder")); // there is nothing to renew; the answer says whether it is still held
    }

    /** Never by a deletion: without its document, the old clients can take the lock never again. */
    @Override
    public Optional<List<Bson>> release(Duration fromNow) {
        return Optional.of(Exp.set(new Document("holder", BsonNull.VALUE)));
    }

    @Override
    public HeldBy heldBy(BsonDocument document) {
        return OldHolder.of(this, document, "lockedAt", "");
    }

    @Override
    public String holderField() {
        return "holder";
    }

    @Override
    public Optional<String> ttlField() {
        return Optional.empty();
    }

    @Override
    public boolean expires() {
        return false;
    }

    @Override
    public boolean mayBeDouble() {
        return true;
    }
}
