/** The facets of locks, each in a package that nothing else knows, and their list. */
@NullMarked
package io.lockkeeper.console.facets;

import org.jspecify.annotations.NullMarked;
