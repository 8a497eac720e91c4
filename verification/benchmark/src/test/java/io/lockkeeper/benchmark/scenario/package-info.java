@NullMarked
package io.lockkeeper.benchmark.scenario;

import org.jspecify.annotations.NullMarked;
