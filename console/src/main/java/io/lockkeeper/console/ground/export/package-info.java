/** Exports of what pages list, as files. */
@NullMarked
package io.lockkeeper.console.ground.export;

import org.jspecify.annotations.NullMarked;
