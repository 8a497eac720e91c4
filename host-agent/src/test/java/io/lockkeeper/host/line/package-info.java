@NullMarked
package io.lockkeeper.host.line;

import org.jspecify.annotations.NullMarked;
