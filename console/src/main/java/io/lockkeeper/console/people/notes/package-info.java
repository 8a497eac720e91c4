/** What the people around a lock know of it: its owner, a note, a runbook, and links to logs and traces, by the start of its name. */
@NullMarked
package io.lockkeeper.console.people.notes;

import org.jspecify.annotations.NullMarked;
