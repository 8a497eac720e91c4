/** Notes on locks: owner, text, runbook, and links to logs and traces, by the start of the name. */
@NullMarked
package io.lockkeeper.console.facets.notes;

import org.jspecify.annotations.NullMarked;
