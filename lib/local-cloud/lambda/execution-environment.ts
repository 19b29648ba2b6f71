import type { FunctionCode, SandboxMessage, WorkerMessage } from './runtime.ts';

/** An execution environment from outside: variables and memory of its own, and one invocation at a time. */
export interface ExecutionEnvironment {
  tell(message: SandboxMessage, transferred?: ArrayBuffer[]): void;
  /** Lets it go on after a response. */
  thaw(): void;
  end(): Promise<unknown>;
}

export interface EnvironmentSettings extends FunctionCode {
  clock: SharedArrayBuffer;
  /** URL of the AWS endpoint. */
  endpoint: string;
}

export interface EnvironmentStart {
  /** Of the function. */
  name: string;
  settings: EnvironmentSettings;
  variables: Readonly<Record<string, string>>;
  memoryMb: number;
  onMessage: (message: WorkerMessage) => void;
  /** Called with what nothing in it has caught; it has ended then. */
  onCrash: (thrown: unknown) => void;
  onExit: (code: number) => void;
}

export type OpenEnvironment = (start: EnvironmentStart) => ExecutionEnvironment;
