package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.DialectLock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Several documents of one lock's name, where a library takes the first that it finds free. */
final class TwoDocuments {

    private TwoDocuments() {}

    static String evidence(List<DialectLock> documents, Instant now) {
        List<DialectLock> taken =
                documents.stream().filter(lock -> lock.isTaken(now)).toList();
        String holders = taken.stream()
                .flatMap(lock -> lock.holders().stream())
                .map(Formats::visible)
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%d documents have this name: %s.",
                documents.size(),
                switch (taken.size()) {
                    case 0 -> "two may hold the lock";
                    case 1 -> "%s holds one, and another process may take the next".formatted(holders);
                    default -> "it is held at once by " + holders;
                });
    }
}
