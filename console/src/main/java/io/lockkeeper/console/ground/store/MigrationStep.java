package io.lockkeeper.console.ground.store;

/**
 * One numbered step that brings the console's own data to a newer version. A step may be cut off anywhere and is then done
 * again from its beginning, so doing it twice must leave the same as doing it once.
 */
public interface MigrationStep {

    /** The version that the data has afterwards; steps are numbered 1, 2, 3 … without a gap, and never change once released. */
    int number();

    /** The step's effect, for the log. */
    String what();

    void apply();
}
