/** Access to the console: users, logins, sessions, tokens, and what every request passes first. */
@NullMarked
package io.lockkeeper.console.people;

import org.jspecify.annotations.NullMarked;
