@NullMarked
package io.lockkeeper.host.watch;

import org.jspecify.annotations.NullMarked;
