package io.lockkeeper.console.audit;

import io.lockkeeper.console.audit.Consent.Decision;
import io.lockkeeper.console.shell.Words;

/** What a second person decided, in words. */
final class ConsentWords {

    private ConsentWords() {}

    /** In a line, for whoever reads the record. */
    static String line(Consent consent) {
        Decision made = consent.decision();
        if (made == null) {
            return "Names that match %s need a second person's consent".formatted(Words.visible(consent.rule()));
        }
        String by = Words.visible(made.by());
        String line = switch (made.kind()) {
            case CONSENTED -> by + " consented";
            case REFUSED -> by + " refused";
            case WITHDRAWN -> by + " took it back";
            case EXPIRED -> "Nobody consented in time";
            case VOID -> "Void";
        };
        return made.words().isEmpty() ? line : line + ": " + Words.visible(made.words());
    }

    /** When. */
    static String when(Consent consent) {
        Decision made = consent.decision();
        return made == null ? "Until " + Words.exact(consent.until()) : "At " + Words.exact(made.at());
    }
}
