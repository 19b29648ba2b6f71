/** The reason why an import stopped; nothing was changed. Names the file and, if known, the line (from 1). */
export class ImportRefusal extends Error {
  constructor(reason: string, file?: string, line?: number) {
    const place = [file, line].filter((part) => part !== undefined).join(':');
    super(place ? `${place}: ${reason}` : reason);
    this.name = 'ImportRefusal';
  }
}
