@NullMarked
package io.lockkeeper.host;

import org.jspecify.annotations.NullMarked;
