package io.lockkeeper.agent.methods;

import java.util.List;
import java.util.Locale;

/** No lock would protect some methods with {@link Locked}. The message names all of them. */
public final class InvalidLockedMethodException extends RuntimeException {

    private final List<String> problems;

    /** @param problems one sentence for each method */
    public InvalidLockedMethodException(List<String> problems) {
        super(String.format(
                Locale.ROOT,
                "%d of the methods with @Locked would not be locked:%n  - %s",
                problems.size(),
                String.join(System.lineSeparator() + "  - ", problems)));
        this.problems = List.copyOf(problems);
    }

    /** One sentence for each method. */
    public List<String> problems() {
        return problems;
    }
}
