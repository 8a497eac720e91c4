package io.lockkeeper.console.watch.dialect;

/** The evidence for a dialect. */
public sealed interface Evidence {

    /** The words after "dialect". */
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

    /** The documents are Lockkeeper's own and are read by its own code. */
    record Own() implements Evidence {

        @Override
        public String words() {
            return "of its own documents";
        }
    }
}
