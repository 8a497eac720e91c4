package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ground.formats.Formats;
import java.util.Locale;

/**
 * The line above the locks of a group.
 *
 * @param key its key in the list; no lock's name begins like it
 * @param title as people read it
 * @param locks how many locks it has
 * @param waiting how many wait for them
 * @param findings how many of them have a finding
 * @param worst the style of the worst of these; empty for none
 * @param folded whether its locks are hidden
 */
record GroupHead(String key, String title, int locks, int waiting, int findings, String worst, boolean folded) {

    private static final String MARK = "\0group:";

    static String key(String group) {
        return MARK + group;
    }

    static boolean isKey(String name) {
        return name.startsWith(MARK);
    }

    String members() {
        return Formats.counted(locks, "lock");
    }

    String inWords() {
        return String.format(Locale.ROOT, "%s · %,d waiting", members(), waiting);
    }

    String findingsInWords() {
        return findings == 0 ? "" : Formats.counted(findings, "finding");
    }
}
