/** The ways to lock that are measured, all behind one interface. */
@NullMarked
package io.lockkeeper.benchmark.peer;

import org.jspecify.annotations.NullMarked;
