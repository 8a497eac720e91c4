/** Personal tokens, with which programs use the API for a user, and their page. */
@NullMarked
package io.lockkeeper.console.people.tokens;

import org.jspecify.annotations.NullMarked;
