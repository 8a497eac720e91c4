@NullMarked
package io.lockkeeper.host.kernel;

import org.jspecify.annotations.NullMarked;
