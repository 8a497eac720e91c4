package io.lockkeeper.console.watch.board;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The board of the console's first collection, which is there before any source is added. */
@Configuration(proxyBeanMethods = false)
class FirstBoard {

    @Bean
    Board board() {
        return new Board();
    }
}
