@NullMarked
package io.lockkeeper.benchmark.report;

import org.jspecify.annotations.NullMarked;
