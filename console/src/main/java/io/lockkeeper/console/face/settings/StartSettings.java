package io.lockkeeper.console.face.settings;

import io.lockkeeper.console.ground.formats.Formats;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The settings that are given at the console's start, and cannot be changed while it runs. */
@Component
final class StartSettings {

    private final List<Setting> all;

    StartSettings(
            @Value("${lockkeeper.consent-within:30m}") Duration consent,
            @Value("${lockkeeper.quarantine:15s}") Duration quarantine,
            @Value("${lockkeeper.history.enabled:true}") boolean recording) {
        all = List.of(
                new Setting("A request for consent expires after", "LOCKKEEPER_CONSENT_WITHIN", words(consent)),
                new Setting("Quarantine of an evicted lease", "LOCKKEEPER_QUARANTINE", words(quarantine)),
                new Setting("This console records history", "LOCKKEEPER_HISTORY_ENABLED", recording ? "yes" : "no"));
    }

    /**
     * One setting.
     *
     * @param what in words
     * @param variable the environment variable that sets it
     * @param value its present value, in words
     */
    record Setting(String what, String variable, String value) {}

    List<Setting> all() {
        return all;
    }

    private static String words(Duration time) {
        if (time.toDays() >= 2) {
            return time.toDays() + " days";
        }
        boolean whole = time.toMinutes() > 0 && time.toSecondsPart() == 0 && time.toHours() == 0;
        return whole ? time.toMinutes() + " min" : Formats.duration(time);
    }
}
