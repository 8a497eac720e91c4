/** What is known of a lock beside its document, in kinds of which none is named where they are shown. */
@NullMarked
package io.lockkeeper.console.watch.facet;

import org.jspecify.annotations.NullMarked;
