package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A time of each day in which nothing is sent. Where the clock is changed, they begin and end the first time that the clock
 * shows it; a time that is left out is as much later as the clock is moved.
 *
 * @param from when they begin: 22:00
 * @param to when they end, on the next day if that is not later than the beginning: 07:00
 * @param zone whose clock: Europe/Berlin
 */
public record QuietHours(String from, String to, String zone) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    /** Checks the times and the zone, which would fail later otherwise. */
    public QuietHours {
        LocalTime begin = LocalTime.parse(from, TIME);
        LocalTime end = LocalTime.parse(to, TIME);
        if (begin.equals(end)) {
            throw new IllegalArgumentException(
                    "Quiet hours that begin and end at %s are none. Choose another end.".formatted(from));
        }
        ZoneId unused = ZoneId.of(zone);
    }

    /**
     * Parses the fields of the form.
     *
     * @throws RefusedException if they are invalid, with a sentence for the user
     */
    public static QuietHours typed(String from, String to, String zone) {
        try {
            return of(LocalTime.parse(from), LocalTime.parse(to), ZoneId.of(zone));
        } catch (DateTimeException e) {
            throw new InvalidException(
                    "Quiet hours are two times and a time zone: 22:00, 07:00 and Europe/Berlin, for example.");
        } catch (IllegalArgumentException e) {
            throw new InvalidException(String.valueOf(e.getMessage()));
        }
    }

    static QuietHours of(LocalTime from, LocalTime to, ZoneId zone) {
        return new QuietHours(TIME.format(from), TIME.format(to), zone.getId());
    }

    boolean isQuiet(Instant now) {
        LocalDate today = now.atZone(ZoneId.of(zone)).toLocalDate();
        return Stream.of(today.minusDays(1), today)
                .anyMatch(day -> !now.isBefore(begin(day)) && now.isBefore(end(day)));
    }

    private Instant begin(LocalDate day) {
        return day.atTime(beginning()).atZone(ZoneId.of(zone)).toInstant();
    }

    private Instant end(LocalDate day) {
        LocalDate last = ending().isAfter(beginning()) ? day : day.plusDays(1);
        return last.atTime(ending()).atZone(ZoneId.of(zone)).toInstant();
    }

    LocalTime beginning() {
        return LocalTime.parse(from, TIME);
    }

    LocalTime ending() {
        return LocalTime.parse(to, TIME);
    }

    String words() {
        return "%s to %s, %s".formatted(from, to, zone);
    }
}
