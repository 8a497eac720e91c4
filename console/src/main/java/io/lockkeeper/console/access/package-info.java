/** The record of logins and of what administrators changed about users, and its page. */
@NullMarked
package io.lockkeeper.console.access;

import org.jspecify.annotations.NullMarked;
