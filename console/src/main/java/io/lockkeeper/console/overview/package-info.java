/** The start page: what needs somebody, and how the last hour went. */
@NullMarked
package io.lockkeeper.console.overview;

import org.jspecify.annotations.NullMarked;
