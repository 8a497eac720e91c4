/** Lines of JSON, and the connection that brings them: read, written and bounded. */
@NullMarked
package io.lockkeeper.host.line;

import org.jspecify.annotations.NullMarked;
