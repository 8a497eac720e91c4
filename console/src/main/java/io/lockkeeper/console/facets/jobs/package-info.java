/** The jobs behind locks of other libraries. */
@NullMarked
package io.lockkeeper.console.facets.jobs;

import org.jspecify.annotations.NullMarked;
