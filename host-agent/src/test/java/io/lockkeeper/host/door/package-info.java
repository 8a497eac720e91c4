@NullMarked
package io.lockkeeper.host.door;

import org.jspecify.annotations.NullMarked;
