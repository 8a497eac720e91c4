/** The start page: what needs somebody, and how the last hour went. */
@NullMarked
package io.lockkeeper.console.face.overview;

import org.jspecify.annotations.NullMarked;
