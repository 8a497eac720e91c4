package io.lockkeeper.console.findings;

/** A source that a pass can look at. */
interface ObservableSource {

    /** Empty for the console's first collection. */
    String id();

    /** Whether its locks are known as they are now; if not, none is judged. */
    boolean isLive();

    /** What is known of it now, if it is live. */
    ObservedSource observe();
}
