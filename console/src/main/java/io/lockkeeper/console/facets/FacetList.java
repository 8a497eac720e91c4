package io.lockkeeper.console.facets;

import io.lockkeeper.console.facets.jobs.JobFacet;
import io.lockkeeper.console.facets.notes.NoteFacet;
import io.lockkeeper.console.watch.facet.Facet;
import io.lockkeeper.console.watch.facet.Facets;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lists the facets, in the order in which they are shown. Without its line here, and without its package, one is gone. */
@Configuration(proxyBeanMethods = false)
class FacetList {

    private static final List<Class<? extends Facet<?>>> ALL = List.of(
            NoteFacet.class, // what people know of it
            JobFacet.class); // what runs under it

    @Bean
    Facets facets(BeanFactory beans) {
        return new Facets(ALL.stream().<Facet<?>>map(beans::getBean).toList());
    }
}
