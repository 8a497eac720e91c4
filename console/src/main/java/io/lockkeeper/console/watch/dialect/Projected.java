package io.lockkeeper.console.watch.dialect;

import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Fields as MongoDB is to send them: of a text its beginning, of anything else that may be long nothing. */
final class Projected {

    private static final BsonArray SHORT =
            texts("date", "int", "long", "double", "decimal", "bool", "objectId", "null");

    /** An id of a kind of its own, for example a UUID. */
    private static final int MOST_BYTES = 64;

    private Projected() {}

    /** The value of a field that is a text of at most so many characters, or short by its nature. */
    static BsonDocument bounded(FieldPath path, int most) {
        BsonString field = field(path);
        BsonDocument type = of("$type", field);
        BsonDocument text = of("$substrCP", field, new BsonInt32(0), new BsonInt32(most));
        BsonString none = new BsonString("$$REMOVE");
        BsonDocument size = of("$lte", of("$binarySize", field), new BsonInt32(MOST_BYTES));
        BsonDocument bytes =
                of("$cond", of("$eq", type, new BsonString("binData")), of("$cond", size, field, none), none);
        BsonDocument other = of("$cond", of("$in", type, SHORT), field, bytes);
        return of("$cond", of("$eq", type, new BsonString("string")), text, other);
    }

    static BsonString field(FieldPath path) {
        return new BsonString("$" + path.text());
    }

    static BsonDocument of(String operator, BsonValue... values) {
        return new BsonDocument(operator, values.length == 1 ? values[0] : new BsonArray(Arrays.asList(values)));
    }

    private static BsonArray texts(String... texts) {
        return new BsonArray(List.of(texts).stream().map(BsonString::new).toList());
    }
}
