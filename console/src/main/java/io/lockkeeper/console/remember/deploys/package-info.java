/** Records of when services began to run another version of the library. */
@NullMarked
package io.lockkeeper.console.remember.deploys;

import org.jspecify.annotations.NullMarked;
