package io.lockkeeper.spring;

import java.util.List;

/** Methods are {@link Locked} that no lock would protect. Names all of them. */
public final class InvalidLockedMethodException extends RuntimeException {

    private final List<String> problems;

    InvalidLockedMethodException(List<String> problems) {
        super("%d of the methods with @Locked would not be locked:%n  - %s"
                .formatted(problems.size(), String.join(System.lineSeparator() + "  - ", problems)));
        this.problems = List.copyOf(problems);
    }

    /** One sentence for each. */
    public List<String> problems() {
        return problems;
    }
}
