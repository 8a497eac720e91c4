/** All live locks in memory, kept current by one change stream, and handed to open pages at most four times a second. */
@NullMarked
package io.lockkeeper.console.watch.board;

import org.jspecify.annotations.NullMarked;
