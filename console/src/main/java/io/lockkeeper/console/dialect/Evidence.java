package io.lockkeeper.console.dialect;

/** What a dialect rests on. */
public sealed interface Evidence {

    /** After "dialect". */
    String words();

    /** The library was run, and its documents compared with the dialect. */
    record Run(String version) implements Evidence {

        @Override
        public String words() {
            return "tested with " + version;
        }
    }

    /** The library's source or documentation was read; it was not run. */
    record Reading() implements Evidence {

        @Override
        public String words() {
            return "by reading, not tested";
        }
    }

    /** They are Lockkeeper's own: its code reads them. */
    record Own() implements Evidence {

        @Override
        public String words() {
            return "of its own documents";
        }
    }
}
