/** The foundation: MongoDB, the console's own database, scopes, and the parts that pages are made of. */
@NullMarked
package io.lockkeeper.console.ground;

import org.jspecify.annotations.NullMarked;
