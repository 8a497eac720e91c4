/** What a person on call goes through in a night, played from its beginning to its end. */
@NullMarked
package io.lockkeeper.console.story;

import org.jspecify.annotations.NullMarked;
