@NullMarked
package io.lockkeeper.host.state;

import org.jspecify.annotations.NullMarked;
