/** Another tab of this browser works at the same. */
export class BusyElsewhere extends Error {
  constructor() {
    super('another tab has the lock');
    this.name = 'BusyElsewhere';
  }
}

/**
 * Acts while no other tab of this browser does the same.
 * @throws BusyElsewhere
 */
export async function alone<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) throw new BusyElsewhere();
    return act();
  });
}
