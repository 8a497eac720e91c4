/** What distinguishes this console from those of other clusters: a name and a colour, on each page, at login and in the title. */
@NullMarked
package io.lockkeeper.console.ground.environment;

import org.jspecify.annotations.NullMarked;
