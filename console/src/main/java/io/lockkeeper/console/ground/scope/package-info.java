/** Which locks a user may see: limits to names and sources, and the gate that keeps all else shut. */
@NullMarked
package io.lockkeeper.console.ground.scope;

import org.jspecify.annotations.NullMarked;
