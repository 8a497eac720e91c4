/** The History page: who held what at a moment, what was granted before it, and both as files. */
@NullMarked
package io.lockkeeper.console.face.historypage;

import org.jspecify.annotations.NullMarked;
