/** The Locks page: every lock at a glance, and one lock beside it. */
@NullMarked
package io.lockkeeper.console.face.locks;

import org.jspecify.annotations.NullMarked;
