/** A binary min-heap of values by number: the queue of things to come. */
export class Heap<T> {
  readonly #keys: number[] = [];
  readonly #values: T[] = [];

  get size(): number {
    return this.#keys.length;
  }

  /** Smallest key; Infinity when empty. */
  get next(): number {
    return this.#keys.length > 0 ? this.#keys[0]! : Infinity;
  }

  push(key: number, value: T): void {
    const keys = this.#keys;
    const values = this.#values;
    let at = keys.length;
    keys.push(key);
    values.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      values[at] = values[parent]!;
      at = parent;
    }
    keys[at] = key;
    values[at] = value;
  }

  /** Removes and returns the value of the smallest key; the heap must not be empty. */
  pop(): T {
    const keys = this.#keys;
    const values = this.#values;
    const top = values[0]!;
    const key = keys.pop()!;
    const value = values.pop()!;
    const size = keys.length;
    if (size === 0) return top;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child += 1;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      values[at] = values[child]!;
      at = child;
    }
    keys[at] = key;
    values[at] = value;
    return top;
  }
}
