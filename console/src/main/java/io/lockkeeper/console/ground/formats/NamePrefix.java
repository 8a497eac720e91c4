package io.lockkeeper.console.ground.formats;

/** Groups names of locks into families: by the text up to the first colon, slash or full stop, inclusive. */
public final class NamePrefix {

    private static final String ENDS = ":/.";

    private NamePrefix() {}

    /** Empty for a name that has none. */
    public static String of(String name) {
        for (int i = 1; i < name.length(); i++) {
            if (ENDS.indexOf(name.charAt(i)) >= 0) {
                return name.substring(0, i + 1);
            }
        }
        return "";
    }
}
