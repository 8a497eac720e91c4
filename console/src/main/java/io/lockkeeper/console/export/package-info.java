/** What pages list, as files. */
@NullMarked
package io.lockkeeper.console.export;

import org.jspecify.annotations.NullMarked;
