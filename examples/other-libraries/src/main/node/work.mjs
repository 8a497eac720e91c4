/** Work that goes on until it is told to end. Several pieces of it end in the order in which they began. */
export class Work {
    #running = [];
    #begun = 0;
    #awaiting = [];

    /** Resolves when it is told to. */
    run() {
        this.#begun++;
        this.#awaiting.splice(0).forEach(told => told());
        return new Promise(end => this.#running.push(end));
    }

    /** Resolves once so many have begun in all. */
    async begun(count) {
        while (this.#begun < count) {
            await new Promise(told => this.#awaiting.push(told));
        }
    }

    count() {
        return this.#begun;
    }

    end() {
        this.#running.shift()();
    }
}
