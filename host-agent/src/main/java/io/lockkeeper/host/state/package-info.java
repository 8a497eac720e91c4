/** What a host agent notes on its machine, so that the next one can go on with it. */
@NullMarked
package io.lockkeeper.host.state;

import org.jspecify.annotations.NullMarked;
