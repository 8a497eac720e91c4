package io.lockkeeper.console.ground.mongodb;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a MongoDB without a time limit for all that is done there. The console has limits of its own for each thing that it does,
 * while it waits at change streams for as long as it runs, and reads large collections in parts: one limit for all would end those.
 */
public final class OwnTimeLimits {

    private static final Pattern TIMEOUT = Pattern.compile("(?i)([?&])timeoutMS=[^&#]*(&|$)");

    private OwnTimeLimits() {}

    /** The address without the option {@code timeoutMS}. */
    public static String in(String uri) {
        String left = uri;
        for (Matcher found = TIMEOUT.matcher(left); found.find(); found = TIMEOUT.matcher(left)) {
            String before = left.substring(0, found.start());
            String after = left.substring(found.end());
            left = found.group(2).isEmpty() ? before : before + found.group(1) + after;
        }
        return left;
    }
}
