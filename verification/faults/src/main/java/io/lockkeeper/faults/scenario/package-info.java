/** Moments that hurt, each staged step by step. */
@NullMarked
package io.lockkeeper.faults.scenario;

import org.jspecify.annotations.NullMarked;
