/** What the first page shows and the API answers: the last hour, and what needs attention. */
@NullMarked
package io.lockkeeper.console.ask.overview;

import org.jspecify.annotations.NullMarked;
