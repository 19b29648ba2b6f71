/**
 * The output of steps in parallel, one after another: the first is written as it comes, the others once it is complete.
 */
export class Outputs {
  readonly #write: (text: string) => void;
  /** Texts that wait, and whether their step has ended; the first is being shown. */
  readonly #shown: { text: string; ended: boolean }[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  open(title: string): { write: (text: string) => void; end: () => void } {
    const output = { text: '', ended: false };
    this.#shown.push(output);
    if (this.#shown[0] !== output) this.#write(`\n(in parallel: ${title})\n`);
    output.text = `\n== ${title}\n`;
    this.#flush();
    return {
      write: (text) => {
        output.text += text;
        this.#flush();
      },
      end: () => {
        output.ended = true;
        this.#flush();
      },
    };
  }

  #flush(): void {
    for (;;) {
      const [first] = this.#shown;
      if (!first) return;
      if (first.text) this.#write(first.text);
      first.text = '';
      if (!first.ended) return;
      this.#shown.shift();
    }
  }
}
