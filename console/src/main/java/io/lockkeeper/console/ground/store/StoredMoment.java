package io.lockkeeper.console.ground.store;

import io.lockkeeper.model.StoredTimes;
import java.time.Instant;
import java.util.Date;
import java.util.Locale;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;

/**
 * Reads a date out of the console's own documents as out of locks: outside the years 1 to 9999 it is damage. What would calculate with it, a page
 * or a chart, would fail for all that it shows.
 */
@ReadingConverter
final class StoredMoment implements Converter<Date, Instant> {

    @Override
    public Instant convert(Date stored) {
        long millis = stored.toInstant().toEpochMilli();
        return StoredTimes.ofMillis(millis)
                .orElseThrow(() -> new IllegalArgumentException(
                        String.format(Locale.ROOT, "The date %d ms lies outside the years 1 to 9999", millis)));
    }
}
