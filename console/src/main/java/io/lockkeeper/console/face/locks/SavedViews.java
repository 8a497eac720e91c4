package io.lockkeeper.console.face.locks;

import java.util.List;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** What a user has saved, as it is stored: one document for each user. */
@Document("views")
record SavedViews(@Id String id, List<SavedView> views) {}
