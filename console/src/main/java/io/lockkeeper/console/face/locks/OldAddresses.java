package io.lockkeeper.console.face.locks;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

/** Leads from the addresses that the locks of a source once had to those that they have. */
@KeepsToScope
@RestController
class OldAddresses {

    @GetMapping("/source/{source}")
    ModelAndView source(
            @PathVariable String source,
            @RequestParam(defaultValue = "") String lock,
            @RequestParam(defaultValue = "") String q) {
        String name = lock.isEmpty() ? "" : "/" + LockAddress.of(LockAddress.nameOf(lock));
        return there("/locks" + name, source, q);
    }

    @GetMapping("/export/source.{format:csv|json}")
    ModelAndView file(
            @PathVariable String format, @RequestParam String source, @RequestParam(defaultValue = "") String q) {
        return there("/export/locks." + format, source, q);
    }

    private static ModelAndView there(String path, String source, String q) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(LockAddress.SOURCE, LockAddress.ofOptional(LockAddress.nameOf(source)));
        parameters.put(LockQuery.SEARCH, q);
        QueryParameters asked = PageQuery.by(parameters);
        RedirectView there = new RedirectView(path + "?" + asked.getQueryString(), true);
        there.setExpandUriTemplateVariables(false);
        return new ModelAndView(there);
    }
}
