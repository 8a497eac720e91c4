/** The administrators' settings page: what is set here, and where the rest is. */
@NullMarked
package io.lockkeeper.console.face.settings;

import org.jspecify.annotations.NullMarked;
