/** What a clock runs at an instant. */
export interface Timed {
  instant: number;
  order: number;
  isCanceled: boolean;
}

const isBefore = (a: Timed, b: Timed): boolean =>
  a.instant < b.instant || (a.instant === b.instant && a.order < b.order);

/** Canceled tasks are removed once there are this many and they fill half of the heap: most time limits are canceled. */
const CANCELED_BOUND = 256;

/** Tasks by instant, and at one instant in the order in which they were scheduled: a binary heap. */
export class TimedQueue<Task extends Timed> {
  #heap: Task[] = [];
  #canceled = 0;

  /** A task in the queue was canceled. */
  noteCanceled(): void {
    this.#canceled++;
    if (this.#canceled < CANCELED_BOUND || this.#canceled * 2 < this.#heap.length) return;
    // A sorted array is a valid heap.
    this.#heap = this.#heap.filter(({ isCanceled }) => !isCanceled).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    this.#canceled = 0;
  }

  peek(): Task | undefined {
    while (this.#heap[0]?.isCanceled) this.pop();
    return this.#heap[0];
  }

  push(task: Task): void {
    const heap = this.#heap;
    let index = heap.push(task) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(task, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = task;
  }

  pop(): void {
    const heap = this.#heap;
    if (heap[0]?.isCanceled) this.#canceled--;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let index = 0;
    for (let left = 1; left < heap.length; left = 2 * index + 1) {
      const right = left + 1;
      const child = right < heap.length && isBefore(heap[right]!, heap[left]!) ? right : left;
      if (!isBefore(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }

  clear(): void {
    this.#heap = [];
    this.#canceled = 0;
  }
}
