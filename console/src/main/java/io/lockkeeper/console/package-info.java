/**
 * The operators' web application. Its packages stand in wings, each on those before it: {@code ground}, {@code people}, {@code watch},
 * {@code remember}, {@code act}, {@code judge}, {@code face}, {@code api}. No import points up.
 */
@NullMarked
package io.lockkeeper.console;

import org.jspecify.annotations.NullMarked;
