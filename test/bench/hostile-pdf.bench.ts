/**
 * Files made to exhaust the PDF engine, each in its own process: the longest time, by the clock and by the processor,
 * and the largest growth of memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PdfRefused } from '../../lib/pdf/base/refusal.ts';
import { passGate } from '../../lib/pdf/file/gate.ts';
import { HOSTILE, shuffledLetters } from '../programs/pdf/hostile.ts';
import type { BenchRow } from './support/benches.ts';

export const name = 'hostile-pdf';

interface Cost {
  milliseconds: number;
  processorMs: number;
  megabytes: number;
}

export function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'malote-bench-hostile-'));
  try {
    const costs = Object.entries(HOSTILE).map(([file, make]) => {
      const bytes = make();
      return { file, ...costOf(bytes, join(folder, 'file.pdf')), isStopped: isStoppedAtGate(bytes) };
    });
    const rows = [
      ...rowsOf(
        'rejected by the gate',
        costs.filter(({ isStopped }) => isStopped),
        1_500,
      ),
      ...rowsOf('any', costs, 6_000),
      ...[1, 6].map((pages): BenchRow => ({
        metric: `48,000 letters in any order on ${pages} ${pages === 1 ? 'page' : 'pages'}, processor`,
        value: costOf(shuffledLetters(pages), join(folder, 'file.pdf'), { nome: 'Zuleide Conceição' }).processorMs,
        unit: 'ms',
        aim: '≤ 3000',
      })),
    ];
    return Promise.resolve(rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rowsOf(label: string, costs: readonly (Cost & { file: string })[], limit: number): BenchRow[] {
  const most = (figure: keyof Cost) => Math.max(...costs.map((cost) => cost[figure]));
  const [worst] = [...costs].sort((one, other) => other.processorMs - one.processorMs);
  return [
    {
      metric: `${label} (${costs.length} files), most CPU time: ${worst!.file}`,
      value: worst!.processorMs,
      unit: 'ms',
      aim: '≤ 3000',
    },
    { metric: `${label} (${costs.length} files), slowest`, value: most('milliseconds'), unit: 'ms', aim: `≤ ${limit}` },
    { metric: `${label} (${costs.length} files), most memory`, value: most('megabytes'), unit: 'MB', aim: '≤ 512' },
  ];
}

function costOf(bytes: Uint8Array, path: string, variables: Record<string, string> = {}): Cost {
  writeFileSync(path, bytes);
  const program = join(import.meta.dirname, 'support/hostile-document.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, path, JSON.stringify(variables)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cost;
}

function isStoppedAtGate(bytes: Uint8Array): boolean {
  try {
    passGate(bytes);
    return false;
  } catch (error) {
    if (error instanceof PdfRefused) return true;
    throw error;
  }
}
