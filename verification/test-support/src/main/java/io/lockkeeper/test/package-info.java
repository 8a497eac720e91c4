/** Real MongoDB servers that tests may stop, kill and fail, and a clock that they turn by hand. */
@NullMarked
package io.lockkeeper.test;

import org.jspecify.annotations.NullMarked;
