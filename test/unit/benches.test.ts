import { expect, test } from '@jest/globals';
import { type Bench, type BenchRow, runBenches } from '../bench/support/benches.ts';

const row: BenchRow = { metric: 'letters', value: 1_234.56, unit: '1/s', aim: '≥ 1000' };
const benchOf = (name: string, fields: Partial<Bench> = {}) => ({
  file: `test/bench/${name}.bench.ts`,
  bench: { name, run: async () => [row], ...fields },
});

async function printed(...benches: ReturnType<typeof benchOf>[]) {
  const lines: string[] = [];
  // Records what `console.log` would print.
  const print = (...parts: unknown[]) => void lines.push(parts.map(String).join(' ').trim());
  const passed = await runBenches(benches, '/nowhere:/nowhere-else', print);
  return { passed, lines };
}

test('a benchmark without its tools names them and their packages, and the next one runs', async () => {
  const tools = { pdftotext: 'poppler-utils', qpdf: 'qpdf' };
  const run = async () => {
    throw new Error('it ran');
  };
  expect(await printed(benchOf('pdf', { tools, run }), benchOf('api'))).toEqual({
    passed: true,
    lines: [
      'pdf  (test/bench/pdf.bench.ts)',
      'Skipped: pdftotext and qpdf not found. Install: apt install poppler-utils qpdf',
      'api  (test/bench/api.bench.ts)',
      'letters       1,235 1/s    aim ≥ 1000',
    ],
  });
});

test('one that fails says so in one line, and the next one runs', async () => {
  const run = async () => {
    throw new Error('no port is free');
  };
  const { passed, lines } = await printed(benchOf('api', { run }), benchOf('webhooks'));
  expect({ passed, message: lines[1], next: lines[3] }).toEqual({
    passed: false,
    message: 'Failed: no port is free',
    next: 'letters       1,235 1/s    aim ≥ 1000',
  });
});
