package io.lockkeeper.console.ground.scope;

import java.util.List;
import org.bson.Document;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;

/** Reads a scope as it is stored. One of another form, of a later version or written by hand, limits its user to no lock. */
@ReadingConverter
public final class StoredScope implements Converter<Document, LockScope> {

    private static final Logger LOG = LoggerFactory.getLogger(StoredScope.class);
    private static final JsonWriterSettings SHOWN =
            JsonWriterSettings.builder().maxLength(200).build();

    @Override
    public LockScope convert(Document stored) {
        if (!isTexts(stored.get("prefixes")) || !isTexts(stored.get("sources"))) {
            LOG.warn("A stored scope cannot be read, and counts as no lock: {}", stored.toJson(SHOWN));
            return LockScope.NOTHING;
        }
        return new LockScope(stored.getList("prefixes", String.class), stored.getList("sources", String.class));
    }

    private static boolean isTexts(@Nullable Object value) {
        return value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
    }
}
