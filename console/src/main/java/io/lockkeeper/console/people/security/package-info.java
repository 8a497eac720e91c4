/** Access to the console: login, roles and the chains of requests. */
@NullMarked
package io.lockkeeper.console.people.security;

import org.jspecify.annotations.NullMarked;
