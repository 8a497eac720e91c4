package io.lockkeeper.console.ground.components;

import io.lockkeeper.console.ground.formats.Formats;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formats instants for the viewer of a page, in the viewer's zone; {@link Formats#exact} is UTC for everyone. A zone is named by its
 * distance from UTC: abbreviations have several meanings, and browsers and servers know different ones.
 */
public record Times(ZoneId zone) {

    private static final DateTimeFormatter EXACT = pattern("yyyy-MM-dd HH:mm:ss.SSS");
    private static final DateTimeFormatter SECONDS = pattern("yyyy-MM-dd HH:mm:ss");
    private static final DateTimeFormatter CLOCK = pattern("HH:mm:ss");
    private static final Pattern KEPT = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} UTC");

    /** The times for the viewer of the page that this thread draws. */
    public static Times present() {
        return new Times(ViewerZone.present().id());
    }

    /** The instant to the millisecond, with the zone. */
    public String exact(Instant at) {
        return named(EXACT, at);
    }

    /** The day and the time to the second, with the zone: 2026-11-21 13:01:07 UTC+1. */
    public String named(Instant at) {
        return named(SECONDS, at);
    }

    /** The time for a column that names the zone: only a time that a clock shows twice repeats it. */
    public String seconds(Instant at) {
        ZonedDateTime local = at.atZone(zone);
        boolean twice = zone.getRules().getValidOffsets(local.toLocalDateTime()).size() > 1;
        return twice ? named(at) : SECONDS.format(local);
    }

    /** The time of day with the zone. */
    public String clock(Instant at) {
        return named(CLOCK, at);
    }

    /** The time of day with the zone; with the day where that is not today's. */
    public String moment(Instant at, Instant now) {
        boolean today = at.atZone(zone).toLocalDate().equals(now.atZone(zone).toLocalDate());
        return named(today ? CLOCK : SECONDS, at);
    }

    /** The zone in a word: the place that it is named after or, if it is at the same distance all year, that distance. */
    public String place() {
        String name = zone.getId();
        return zone.getRules().isFixedOffset()
                ? distance(Instant.EPOCH)
                : name.substring(name.lastIndexOf('/') + 1).replace('_', ' ');
    }

    /** A title with the zone behind it. */
    public String titled(String title) {
        return "%s (%s)".formatted(title, place());
    }

    /** Replaces the {@linkplain Formats#exact exact} times in a sentence, as it is stored or sent, by times of this zone. */
    public String in(String kept) {
        return KEPT.matcher(kept).replaceAll(found -> Matcher.quoteReplacement(retold(found.group())));
    }

    /** The time for fields, which name the zone beside them. */
    public String field(Instant at) {
        return SECONDS.format(at.atZone(zone));
    }

    /**
     * The instant that such a field means; null if it means none. Of a time that comes twice it is the one with the same distance
     * from UTC as {@code near}, else the first; a time that is left out is taken to be as long after the last before it.
     */
    public @Nullable Instant of(String field, Instant near) {
        try {
            ZoneOffset preferred = zone.getRules().getOffset(near);
            return ZonedDateTime.ofLocal(LocalDateTime.parse(field.strip().replace(' ', 'T')), zone, preferred)
                    .toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private String retold(String exact) {
        try {
            return exact(Instant.parse(
                    exact.substring(0, 10) + "T" + exact.substring(11).replace(" UTC", "Z")));
        } catch (DateTimeException e) {
            return exact;
        }
    }

    private String named(DateTimeFormatter format, Instant at) {
        return format.format(at.atZone(zone)) + " " + distance(at);
    }

    /** UTC, UTC+1, UTC-3:30: the script of the page writes the same. */
    private String distance(Instant at) {
        ZoneOffset offset = zone.getRules().getOffset(at);
        return offset.equals(ZoneOffset.UTC)
                ? "UTC"
                : "UTC" + offset.getId().replaceFirst("^([+-])0", "$1").replaceFirst(":00$", "");
    }

    private static DateTimeFormatter pattern(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }
}
