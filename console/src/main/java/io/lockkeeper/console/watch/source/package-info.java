/** Collections in which other libraries keep their locks: found, confirmed by an administrator, followed, and shown. */
@NullMarked
package io.lockkeeper.console.watch.source;

import org.jspecify.annotations.NullMarked;
