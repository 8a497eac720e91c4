/** The pages of other libraries' locks. */
@NullMarked
package io.lockkeeper.console.face.sources;

import org.jspecify.annotations.NullMarked;
