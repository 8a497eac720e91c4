package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.html.DescriptionList;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.watch.dialect.Grade;

/** What each grade of a library means; folded. */
final class GradeKey {

    private GradeKey() {}

    static NativeDetails folded() {
        DescriptionList grades = new DescriptionList();
        for (Grade grade : Grade.values()) {
            grades.add(
                    new DescriptionList.Term("Grade " + grade.text()),
                    new DescriptionList.Description(grade.meaning()));
        }
        NativeDetails key = new NativeDetails(new Span("What the grades mean: how safely a holder is evicted"), grades);
        key.addClassName("grades");
        return key;
    }
}
