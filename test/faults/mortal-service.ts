import type { RunningCloud } from '@malote/local-cloud';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../../lib/programs/local-service/local-service.ts';

/** Time flows between the look at the clock and its turn to be wound. */
function passedMeanwhile(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}

const never = new Promise<void>(() => undefined);

/** A service whose process dies now and then; the next one goes on from what it kept, at the same port. */
export class MortalService {
  /** How often it died. */
  deaths = 0;
  readonly #options: LocalServiceOptions & { data: string };
  #running: LocalService | undefined;
  /** Settled when no process is taking over from another. */
  #takeOver: Promise<void> = Promise.resolve();
  /** Resolves when it has died and another one runs. */
  #died = never;

  constructor(options: LocalServiceOptions & { data: string }) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get cloud(): RunningCloud {
    return this.#running!.cloud;
  }

  get description(): LocalService['description'] {
    return this.#running!.description;
  }

  async start(): Promise<void> {
    this.#running = await startLocalService(this.#options);
  }

  /** Dies once its journal has grown by some lines, unless the work ends before, which must bear it. */
  async mayDieDuring(lines: number, work: () => Promise<unknown>): Promise<void> {
    const { cloud } = this;
    this.#died = cloud.dieAfter(lines).then(() => {
      this.deaths++;
      this.#takeOver = this.#restart();
      return this.#takeOver;
    });
    await work();
    void cloud.dieAfter(Infinity);
    await this.#takeOver;
  }

  /** Winds the clock, also over a death. */
  async advance(milliseconds: number): Promise<void> {
    const target = this.cloud.clock.now() + milliseconds;
    const windOn = () => this.cloud.clock.advanceTo(target).catch(passedMeanwhile);
    while (this.cloud.clock.now() < target) await Promise.race([windOn(), this.#died]);
  }

  async stop(): Promise<void> {
    await this.#takeOver;
    await this.#running?.stop();
  }

  async #restart(): Promise<void> {
    await this.#running!.stop();
    await this.start();
    // This one dies no more.
    this.#died = never;
  }
}
