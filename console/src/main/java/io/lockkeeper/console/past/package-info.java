/** The History page: who held what at a moment, what was granted before it, and both as files. */
@NullMarked
package io.lockkeeper.console.past;

import org.jspecify.annotations.NullMarked;
