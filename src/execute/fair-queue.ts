// Who is served next. Owners take turns, so that the length of one owner's line is that owner's own affair.

export class FairQueue<T> {
  /** A `Map` keeps the order of insertion: the first owner in it has the next turn. */
  readonly #lines = new Map<string, T[]>();
  readonly #maxWaiting: number;
  readonly #maxPerOwner: number;
  #size = 0;

  /** The last quarter of the places stays free for those who do not wait yet. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
    this.#maxPerOwner = Math.min(maxWaiting, Math.max(1, Math.floor((maxWaiting * 3) / 4)));
  }

  get size(): number {
    return this.#size;
  }

  /** False when there is no place left, for anybody or for this owner. */
  add(owner: string, item: T): boolean {
    const line = this.#lines.get(owner);
    if (this.#size >= this.#maxWaiting || (line?.length ?? 0) >= this.#maxPerOwner) return false;
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
    this.#size++;
    return true;
  }

  next(): T | undefined {
    for (const [owner, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Gives up a place; the owner keeps its turn while it has others. */
  remove(owner: string, item: T): void {
    const line = this.#lines.get(owner);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size--;
  }
}
