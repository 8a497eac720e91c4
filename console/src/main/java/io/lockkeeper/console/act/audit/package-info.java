/** The record of what operators did, and the page that shows it. */
@NullMarked
package io.lockkeeper.console.act.audit;

import org.jspecify.annotations.NullMarked;
