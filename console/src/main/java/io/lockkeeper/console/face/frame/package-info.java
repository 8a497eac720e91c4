/** The frame around every page: navigation, colour scheme and errors. */
@NullMarked
package io.lockkeeper.console.face.frame;

import org.jspecify.annotations.NullMarked;
