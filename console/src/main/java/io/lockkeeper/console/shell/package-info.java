/** What stands around every page: navigation, colour scheme, errors and toasts. */
@NullMarked
package io.lockkeeper.console.shell;

import org.jspecify.annotations.NullMarked;
