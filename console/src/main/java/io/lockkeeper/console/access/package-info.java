/** The record of who logged in and of what administrators did to users, and its page. */
@NullMarked
package io.lockkeeper.console.access;

import org.jspecify.annotations.NullMarked;
