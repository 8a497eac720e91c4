package io.lockkeeper.console.people.web;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How many pages each user has open. Thread-safe. */
final class PageCount {

    private final Map<String, Integer> byUser = new HashMap<>();
    private final int most;
    private int all;

    /** @param most of all users together; each may have half of them */
    PageCount(int most) {
        this.most = most;
    }

    /** Why the user cannot have another one, in a sentence. */
    synchronized Optional<String> refusal(String user) {
        if (byUser.getOrDefault(user, 0) >= most / 2) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "You have %,d open, which is the most that the console’s memory allows one user. Close some, and reload this one.",
                    most / 2));
        }
        return all >= most
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "%,d are open, which is the most that the console’s memory allows. Close some of yours, or reload this one later.",
                        most))
                : Optional.empty();
    }

    synchronized void opened(String user) {
        byUser.merge(user, 1, Integer::sum);
        all++;
    }

    synchronized void closed(String user) {
        byUser.computeIfPresent(user, (unused, count) -> count == 1 ? null : count - 1);
        all--;
    }
}
