package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.remember.history.RecorderStatus;
import java.util.Optional;

/** The History page's sentences about the recorder. */
final class RecorderWords {

    private RecorderWords() {}

    /** Empty while everything is recorded, by this console or another. */
    static Optional<String> of(RecorderStatus status) {
        return switch (status) {
            case RecorderStatus.Off off ->
                Optional.of(
                        "This console records no history: it was switched off. What you see was recorded by another console, or before.");
            case RecorderStatus.Failing failing -> Optional.of("The history is not recorded for now. " + failing.why());
            case RecorderStatus.ReadingPast reading ->
                Optional.of("What happened before the recording began is being read: up to %s by now."
                        .formatted(Times.present().named(reading.readTo())));
            case RecorderStatus.Recording recording -> Optional.empty();
            case RecorderStatus.StandingBy standing -> Optional.empty();
        };
    }
}
