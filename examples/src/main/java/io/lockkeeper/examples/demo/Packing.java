package io.lockkeeper.examples.demo;

/** Packs an order: locks it, then the shelf. */
final class Packing {

    private Packing() {}

    public static void main(String[] arguments) {
        Service.connect("packing", arguments[0])
                .repeat(1, agent -> Warehouse.work(agent, "packing order 7001", Warehouse.ORDER, Warehouse.SHELF));
    }
}
