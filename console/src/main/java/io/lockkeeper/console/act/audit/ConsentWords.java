package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.Consent.Decision;
import io.lockkeeper.console.ground.formats.Formats;

/** A second person's decision in words. */
final class ConsentWords {

    private ConsentWords() {}

    /** The consent in one line of the record. */
    static String line(Consent consent) {
        Decision made = consent.decision();
        if (made == null) {
            return "Names that match %s need a second person's consent".formatted(Formats.visible(consent.rule()));
        }
        String by = Formats.visible(made.by());
        String line = switch (made.kind()) {
            case CONSENTED -> by + " consented";
            case REFUSED -> by + " refused";
            case WITHDRAWN -> by + " took it back";
            case EXPIRED -> "No second person consented in time";
            case VOID -> "Void";
        };
        return made.words().isEmpty() ? line : line + ": " + Formats.visible(made.words());
    }

    static String when(Consent consent) {
        Decision made = consent.decision();
        return made == null ? "Until " + Formats.exact(consent.until()) : "At " + Formats.exact(made.at());
    }
}
