/** What pages and programs ask: each question is answered once, for both. */
@NullMarked
package io.lockkeeper.console.ask;

import org.jspecify.annotations.NullMarked;
