/** Scopes of users: limits to names and sources of locks, and the gate that keeps all else shut. */
@NullMarked
package io.lockkeeper.console.ground.scope;

import org.jspecify.annotations.NullMarked;
