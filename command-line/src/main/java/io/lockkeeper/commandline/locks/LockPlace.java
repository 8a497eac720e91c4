package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.FailedException;
import java.util.List;

/** Where locks are read: a database, or a source of a console. */
interface LockPlace extends AutoCloseable {

    /**
     * All that is known of one lock.
     *
     * @param json for programs
     * @param lines for people
     */
    record Page(String json, List<String> lines) {}

    /** Follows the locks in use until it is closed. */
    interface Watch extends AutoCloseable {

        /**
         * Waits for changes, at most a second, since times run down without any; then shows the locks, or why they are unknown.
         *
         * @param most how many locks are wanted
         */
        void next(Screen screen, int most) throws InterruptedException;

        @Override
        void close();
    }

    /** The locks in use whose name contains the text. */
    Reading inUse(String contained, int most);

    /**
     * One lock, whether it is in use or not.
     *
     * @throws FailedException if there is no lock of this name
     */
    Page page(String name);

    /** Follows the locks in use whose name contains the text. */
    Watch watch(String contained);

    @Override
    void close();
}
