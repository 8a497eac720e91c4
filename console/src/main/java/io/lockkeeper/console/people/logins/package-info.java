/** The record of logins and of what administrators changed about users, and its page. */
@NullMarked
package io.lockkeeper.console.people.logins;

import org.jspecify.annotations.NullMarked;
