import { fileURLToPath } from 'node:url';
import { openAwsChannel } from '../lambda/aws-channel.ts';
import type { EnvironmentStart, ExecutionEnvironment } from '../lambda/execution-environment.ts';
import { type FunctionError, type SandboxMessage, startRuntime, type WorkerMessage } from '../lambda/runtime.ts';
import { sha256 } from '../sha256.ts';
import { Compartment } from './compartment.ts';
import type { Machine } from './machine.ts';
import { ModuleGraph } from './module-graph.ts';

const digest = (content: string | Uint8Array): string => sha256(content).toString('hex').slice(0, 16);

/** Folder of the runtime. Stack traces name it and the bundle's; on Lambda, and on every machine, they are the same. */
const ownFolder = fileURLToPath(new URL('..', import.meta.url));

function withPlaces(error: FunctionError, placed: (text: string) => string): FunctionError {
  return { ...error, errorMessage: placed(error.errorMessage), trace: error.trace.map(placed) };
}

/** What a message is in the trace. */
function stepOf(message: WorkerMessage | SandboxMessage): string {
  const { kind } = message;
  switch (kind) {
    case 'call': {
      const { id, method, target, headers, body } = message;
      const operation = headers['x-amz-target'] ?? `${method} ${target}`;
      return `call ${id} ${operation} ${digest(JSON.stringify(headers))} ${digest(body)}`;
    }
    case 'answer': {
      const { id, status, headers, body } = message;
      return `answer ${id} ${status} ${digest(JSON.stringify(headers))} ${digest(body)}`;
    }
    case 'invocation':
      return `invocation ${message.context.awsRequestId} ${digest(message.event)}`;
    case 'output':
      return `output ${message.text.trimEnd()}`;
    case 'result':
      return `result ${digest(message.payload)}`;
    case 'error':
      return `error ${message.error.errorType}`;
    case 'disconnect':
    case 'ready':
      return kind;
  }
}

/**
 * An environment in a compartment of a simulated machine. Its calls and their responses take a time that the seed draws,
 * each its own, so that they overtake each other.
 */
export function openCompartmentEnvironment(machine: Machine, start: EnvironmentStart): ExecutionEnvironment {
  const { name, settings, variables, onMessage, onCrash, onExit } = start;
  const note = (message: WorkerMessage | SandboxMessage) => machine.note(`${name} ${stepOf(message)}`);
  const outside = machine.compartment;
  const placed = (text: string) =>
    text.replaceAll(settings.taskRoot, '/var/task').replaceAll(ownFolder, '/var/runtime/');
  const tell = (given: WorkerMessage) => {
    const message = given.kind === 'error' ? { ...given, error: withPlaces(given.error, placed) } : given;
    note(message);
    // Calls travel; output and results are in order.
    const delay = message.kind === 'call' ? machine.latency() : 0;
    machine.send(delay, outside, () => onMessage(message));
  };
  const compartment = new Compartment(machine, {
    name,
    variables: { ...variables },
    write: (text) => tell({ kind: 'output', text: placed(text) }),
    onCrash: (error) => machine.send(0, outside, () => onCrash(error)),
    onExit: (code) => machine.send(0, outside, () => onExit(code)),
  });
  compartment.clock = new Float64Array(settings.clock);
  compartment.ahead = machine.random.integer(-machine.mostSkewMs, machine.mostSkewMs + 1);
  const aws = openAwsChannel(settings.endpoint, (call) => tell({ kind: 'call', ...call }));
  compartment.requests = (options, listener) => aws.request(options, listener);
  const graph = new ModuleGraph();
  const opened = machine.within(compartment, () =>
    startRuntime(settings, {
      tell,
      load: (url) => graph.load(url),
      freeze: () => compartment.freeze(),
      aws,
      end: () => compartment.end(),
    }),
  );
  return {
    tell: (message) => {
      const delay = message.kind === 'answer' ? machine.latency() : 0;
      machine.send(delay, compartment, () => {
        note(message);
        opened(message);
      });
    },
    thaw: () => compartment.thaw(),
    end: async () => compartment.end(),
  };
}
