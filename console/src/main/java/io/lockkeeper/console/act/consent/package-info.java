/** Four eyes: a second person's consent to evict and to pause, for names that match a rule. */
@NullMarked
package io.lockkeeper.console.act.consent;

import org.jspecify.annotations.NullMarked;
