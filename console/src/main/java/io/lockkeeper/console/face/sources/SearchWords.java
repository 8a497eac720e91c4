package io.lockkeeper.console.face.sources;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.source.Found;
import io.lockkeeper.console.watch.source.Found.Unread;
import io.lockkeeper.console.watch.source.FoundEverywhere;
import io.lockkeeper.console.watch.source.Searched;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The summary of a search for locks: how much it saw, and what it left out and why. */
final class SearchWords {

    private static final String GOES_ON = " The search continues when you leave this page.";

    private SearchWords() {}

    static String of(Found found) {
        String seen = "%s looked at in %s, %s."
                .formatted(
                        collections(found.looked()),
                        Formats.lasted(found.took()),
                        found.proposals().isEmpty()
                                ? "none of which looks like locks of a known library"
                                : String.format(
                                        Locale.ROOT,
                                        "%,d of which look like locks",
                                        found.proposals().size()));
        String left =
                found.left() == 0 ? "" : String.format(Locale.ROOT, " Time ran out before %,d more.", found.left());
        String granted = found.onlyGranted()
                ? " The console's MongoDB user may not list collections, so only those were seen on which it has"
                        + " privileges."
                : "";
        return seen + left + granted;
    }

    static String of(Searched now) {
        FoundEverywhere found = now.found();
        String where = found.cluster() == null ? "" : "In %s: ".formatted(found.cluster());
        if (found.databases().isEmpty() && now.goesOn() && now.why() == null) {
            return where + "Searching all databases …" + GOES_ON;
        }
        long without = found.databases().stream()
                .filter(each -> each.proposals().isEmpty())
                .count();
        String seen = String.format(
                Locale.ROOT,
                "%s in %,d databases looked at in %s; %,d of these databases have nothing that looks like locks.",
                collections(found.looked()),
                found.databases().size(),
                Formats.lasted(found.took()),
                without);
        String left = now.goesOn() ? GOES_ON : "";
        String why = now.why() == null ? "" : " " + now.why();
        String unread = found.unread().isEmpty() ? "" : " Not looked at: %s.".formatted(unread(found.unread()));
        return where + seen + left + why + unread
                + " MongoDB's own databases, and those without a privilege, are not looked at.";
    }

    /** Whether there is more to say of it than that it has no locks. */
    static boolean isPartial(Found found) {
        return found.left() > 0 || !found.unread().isEmpty();
    }

    static String unread(List<Unread> all) {
        return all.stream()
                .map(each -> "%s (%s)".formatted(Formats.visible(each.collection()), each.why()))
                .collect(Collectors.joining("; "));
    }

    private static String collections(int count) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "collection" : "collections");
    }
}
