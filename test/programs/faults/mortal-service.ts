import type { RunningCloud } from '@malote/local-cloud';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../../../lib/programs/local-service/local-service.ts';

/** The clock may pass the target between its reading and its advance. */
function ignorePassedTarget(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}

const never = new Promise<void>(() => undefined);

/** A service whose process dies now and then; the next one continues from its stored data, at the same port. */
export class MortalService {
  /** How often it has died. */
  deaths = 0;
  readonly #options: LocalServiceOptions & { data: string };
  #running: LocalService | undefined;
  /** Settled while no process is taking over from another. */
  #takeOver: Promise<void> = Promise.resolve();
  /** Resolves once it has died and its successor runs. */
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

  /** Dies once its journal has grown by `lines`, unless the work ends first. The work must tolerate the death. */
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

  /** Advances the clock, also across a death. */
  async advance(milliseconds: number): Promise<void> {
    // The clock shows whole milliseconds.
    const target = Math.ceil(this.cloud.clock.now() + milliseconds);
    const windOn = () => this.cloud.clock.advanceTo(target).catch(ignorePassedTarget);
    while (this.cloud.clock.now() < target) await Promise.race([windOn(), this.#died]);
  }

  async stop(): Promise<void> {
    await this.#takeOver;
    await this.#running?.stop();
  }

  async #restart(): Promise<void> {
    await this.#running!.stop();
    await this.start();
    // This process will not die any more.
    this.#died = never;
  }
}
