/** The operators' web application: one page a question, one package a feature. */
@NullMarked
package io.lockkeeper.console;

import org.jspecify.annotations.NullMarked;
