package io.lockkeeper.examples.orders;

import io.lockkeeper.agent.LockNotAcquiredException;
import java.util.Map;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class OrderController {

    private final MongoTemplate mongo;
    private final Bookings bookings;

    OrderController(MongoTemplate mongo, Bookings bookings) {
        this.mongo = mongo;
        this.bookings = bookings;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Order order(@RequestBody Map<String, String> asked) {
        return mongo.insert(new Order(null, asked.getOrDefault("item", "lamp"), false));
    }

    /** 200 if this request booked the order, 409 if another one had. */
    @PostMapping("/{id}/booking")
    ResponseEntity<String> book(@PathVariable String id) {
        return bookings.book(id, null)
                ? ResponseEntity.ok("booked")
                : ResponseEntity.status(HttpStatus.CONFLICT).body("booked before");
    }

    /** Who waited too long learns who holds the order. */
    @ExceptionHandler
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    String busy(LockNotAcquiredException busy) {
        return String.valueOf(busy.getMessage());
    }
}
