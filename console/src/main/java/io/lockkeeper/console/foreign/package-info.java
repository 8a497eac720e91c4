/** The pages of other libraries' locks. */
@NullMarked
package io.lockkeeper.console.foreign;

import org.jspecify.annotations.NullMarked;
