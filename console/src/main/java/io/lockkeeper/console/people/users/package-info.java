/** The console's users: who they are, what administrators may do to them, and their pages. */
@NullMarked
package io.lockkeeper.console.people.users;

import org.jspecify.annotations.NullMarked;
