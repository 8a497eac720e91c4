package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.InvalidException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rules for notes. */
final class NoteRules {

    static final int MOST = 200;
    static final int MOST_LINKS = 5;
    static final int LONGEST_PREFIX = 200;
    static final int LONGEST_NAME = 1_000;
    static final int LONGEST_OWNER = 100;
    static final int LONGEST_NOTE = 500;
    static final int LONGEST_TITLE = 40;
    static final int LONGEST_ADDRESS = 500;
    static final Duration LONGEST_TIME = Duration.ofDays(30);
    /** How long a note is kept after it was shown, and how many such are: the book is one document of a bounded size. */
    static final Duration KEPT = Duration.ofDays(30);

    static final int MOST_KEPT = 50;

    /** The scheme and the host, which no field may change. */
    private static final Pattern START = Pattern.compile("(?i)https?://[^/?#{}@\\s]+(?:[/?#].*)?");

    private NoteRules() {}

    /** @throws InvalidException with the value and the rule that it breaks */
    static void check(LockNote note) {
        text("prefix", note.prefix(), LONGEST_PREFIX);
        if (note.prefix().isEmpty()) {
            throw new InvalidException("The prefix is empty. Give the first characters of the locks’ names.");
        }
        text("owner", note.owner(), LONGEST_OWNER);
        text("note", note.note(), LONGEST_NOTE);
        if (!note.runbook().isEmpty()) {
            address("runbook", note.runbook());
        }
        links(note.links());
        if (note.owner().isEmpty()
                && note.note().isEmpty()
                && note.runbook().isEmpty()
                && note.links().isEmpty()) {
            throw new InvalidException("The note says nothing. Give an owner, a note, a runbook or a link.");
        }
    }

    /** @throws InvalidException with the value and the rule that it breaks */
    static void check(DutyNote note) {
        atMost("name", note.lock(), LONGEST_NAME);
        if (note.all() && note.lock().isEmpty()) {
            throw new InvalidException("The prefix is empty. Give the first characters of the locks’ names.");
        }
        text("note", note.note(), LONGEST_NOTE);
        if (note.note().isEmpty()) {
            throw new InvalidException("The note says nothing. Say what others should know.");
        }
        if (note.until().isAfter(note.at().plus(LONGEST_TIME))) {
            throw new InvalidException("The note is to be shown until %s; at most %s days are allowed."
                    .formatted(note.until(), LONGEST_TIME.toDays()));
        }
    }

    private static void links(List<NoteLink> links) {
        if (links.size() > MOST_LINKS) {
            throw new InvalidException(String.format(
                    Locale.ROOT, "There are %d links; at most %d are allowed.", links.size(), MOST_LINKS));
        }
        links.forEach(link -> {
            text("title of a link", link.title(), LONGEST_TITLE);
            if (link.title().isEmpty()) {
                throw new InvalidException("The link to “%s” has no title. Say what it leads to."
                        .formatted(Formats.visible(link.address())));
            }
            address("link “%s”".formatted(link.title()), link.address());
        });
    }

    private static void text(String what, String text, int longest) {
        atMost(what, text, longest);
        if (!Formats.visible(text).equals(text)) {
            throw new InvalidException("The %s “%s” has control or invisible characters. Write plain text in one line."
                    .formatted(what, Formats.visible(text)));
        }
    }

    private static void atMost(String what, String text, int longest) {
        if (text.length() > longest) {
            throw new InvalidException("The %s “%s…” has %s characters; at most %s are allowed."
                    .formatted(
                            what, Formats.visible(text.substring(0, Math.min(20, longest))), text.length(), longest));
        }
    }

    private static void address(String what, String address) {
        text(what, address, LONGEST_ADDRESS);
        String sample = LinkFields.FIELD.matcher(address).replaceAll("x");
        if (sample.indexOf('{') >= 0 || sample.indexOf('}') >= 0) {
            throw new InvalidException(
                    "The %s, “%s”, has another field in braces than %s.".formatted(what, address, LinkFields.ALL));
        }
        if (!START.matcher(address).matches() || !isAddress(sample)) {
            throw new InvalidException(
                    "The %s, “%s”, is no address that starts with http:// or https://, names a host without a user, a password or a field, and has no spaces."
                            .formatted(what, address));
        }
    }

    private static boolean isAddress(String sample) {
        try {
            URI uri = URI.create(sample);
            return uri.getHost() != null && uri.getRawUserInfo() == null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
