package io.lockkeeper.examples.demo;

/** Puts back what a customer returned: locks the shelf, then the order. */
final class Returns {

    private Returns() {}

    public static void main(String[] arguments) {
        Service.connect("returns", arguments[0])
                .repeat(1, agent -> Warehouse.work(agent, "return of order 7001", Warehouse.SHELF, Warehouse.ORDER));
    }
}
