package io.lockkeeper.commandline.run;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import java.util.List;
import java.util.Map;

/** The locale that {@code bin/lockkeeper} sets so that Java reads arguments as UTF-8; the command gets the user's own. */
final class OwnLocale {

    private static final String LOCALE = "LC_ALL";
    private static final String BEFORE = "LOCKKEEPER_LC_ALL";
    private static final String UNSET = "unset";

    private OwnLocale() {}

    /** Sets the locale back to what it was before the launcher. */
    static void giveBack(Map<String, String> environment) {
        String before = environment.remove(BEFORE);
        if (UNSET.equals(before)) {
            environment.remove(LOCALE);
        } else if (before != null) {
            environment.put(LOCALE, before);
        }
    }

    /** @throws FailedException if an argument of the command was not read as it was written: the command would get another one */
    static void requireReadable(List<String> command) {
        command.stream().filter(each -> each.indexOf('\uFFFD') >= 0).findFirst().ifPresent(each -> {
            throw new FailedException(
                    ExitCode.USAGE,
                    "The command's argument \"%s\" is not text in the character set of the locale, and would arrive changed. Set LC_ALL=C.UTF-8, and write it in UTF-8."
                            .formatted(each));
        });
    }
}
