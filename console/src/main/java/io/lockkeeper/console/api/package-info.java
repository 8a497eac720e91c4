/** The API: what the pages show and do, for programs, under the same rules. */
@NullMarked
package io.lockkeeper.console.api;

import org.jspecify.annotations.NullMarked;
