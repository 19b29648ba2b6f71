import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { askPdfium } from '../../../lib/pdf/pdfium/pdfium.ts';
import { handmade } from './handmade.ts';
import { HOSTILE } from './hostile.ts';

const INK = handmade({ content: '100 100 50 50 re f' });
const BOX = [0, 0, 200, 200] as const;
const ENDLESS = HOSTILE['a pattern of tiny tiles']!();

const lookAt = (file: Uint8Array, budget = newTimeBudget()) => askPdfium('inkIn', { file, page: 0, box: BOX }, budget);

describe("PDFium's budget is the processor's time", () => {
  test('a page uses the time that it takes', async () => {
    const budget = newTimeBudget();
    expect(await lookAt(INK, budget)).toBeDefined();
    expect(budget.remainingMs).toBeLessThan(newTimeBudget().remainingMs);
    expect(budget.remainingMs).toBeGreaterThan(newTimeBudget().remainingMs - 1_000);
  });

  test('an endless page uses all of it, and is rejected as too complex', async () => {
    const budget = { ...newTimeBudget(), remainingMs: 300 };
    const before = process.cpuUsage();
    await expect(lookAt(ENDLESS, budget)).rejects.toMatchObject({
      code: 'document_invalid',
      flaw: { reason: 'too_complex', limit: 'seconds', maximum: 4 },
    });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeGreaterThan(300);
    expect(budget.remainingMs).toBe(0);
    await expect(lookAt(ENDLESS, budget)).rejects.toMatchObject({ code: 'document_invalid' });
  });

  test('the start of the thread is not part of it', async () => {
    const budget = { ...newTimeBudget(), remainingMs: 300 };
    await expect(lookAt(ENDLESS, budget)).rejects.toThrow();
    // Starting a new thread takes longer than this page's budget.
    expect(await lookAt(INK, { ...newTimeBudget(), remainingMs: 55 })).toBeDefined();
  });

  test.each([
    ['is not ready', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
    ['does not respond', `parentPort.postMessage(0); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`],
  ])('a thread that %s, and gets none of the processor, is a 503 to be tried again', async (_, code) => {
    await inBundle(`import { parentPort } from 'node:worker_threads'; ${code} parentPort.ref();`, async (ask) => {
      const budget = { ...newTimeBudget(), waitMs: 300 };
      await expect(ask('inkIn', { file: INK, page: 0, box: BOX }, budget)).rejects.toMatchObject({
        name: 'Problem',
        code: 'service_unavailable',
      });
    });
    expect(await lookAt(INK)).toBeDefined();
  });
});

/** PDFium called from a separate module, as in a Lambda bundle, whose worker is `code`. */
async function inBundle(code: string, act: (ask: typeof askPdfium) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'malote-bundle-'));
  try {
    writeFileSync(join(folder, 'pdfium-worker.mjs'), code);
    process.env['LAMBDA_TASK_ROOT'] = folder;
    const module = new URL(`../../../lib/pdf/pdfium/pdfium.ts?${encodeURIComponent(folder)}`, import.meta.url);
    const fresh = (await import(module.href)) as { askPdfium: typeof askPdfium };
    await act(fresh.askPdfium);
  } finally {
    delete process.env['LAMBDA_TASK_ROOT'];
    rmSync(folder, { recursive: true });
  }
}

describe('what earlier documents leave in the thread', () => {
  /** Breaks at the second document, as one whose memory is spent does. */
  const WORN = `
    let documents = 0;
    parentPort.postMessage(0);
    parentPort.on('message', ({ input }) => {
      if (++documents > 1) throw new Error('out of memory');
      parentPort.postMessage({ output: input.page, usedMs: 0 });
    });`;

  test('refuses no other document: a new thread is asked', async () => {
    await inBundle(`import { parentPort } from 'node:worker_threads'; ${WORN}`, async (ask) => {
      for (const page of [1, 2, 3])
        expect(await ask('inkIn', { file: INK, page, box: BOX }, newTimeBudget())).toBe(page);
    });
  });

  test('but what breaks a new thread is refused', async () => {
    await inBundle(`import { parentPort } from 'node:worker_threads'; ${WORN}`, async (ask) => {
      const budget = newTimeBudget();
      await ask('inkIn', { file: INK, page: 1, box: BOX }, budget);
      await expect(ask('inkIn', { file: INK, page: 2, box: BOX }, budget)).rejects.toMatchObject({
        code: 'document_invalid',
        flaw: { reason: 'undrawable' },
      });
    });
  });
});

describe('a busy host', () => {
  /** Uses this much processor time, and as much time beside it in which others have the processor. */
  const SHARING = (spentMs: number) => `
    parentPort.postMessage(0);
    parentPort.on('message', () => {
      const idle = new Int32Array(new SharedArrayBuffer(4));
      const spent = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
      const from = spent();
      while (spent() - from < ${spentMs}) {
        const until = spent() + 20;
        while (spent() < until);
        Atomics.wait(idle, 0, 0, 40);
      }
      parentPort.postMessage({ output: 'drawn', usedMs: spent() });
    });`;

  test('does not make a document too complex, although its work takes more of the processor', async () => {
    await inBundle(`import { parentPort } from 'node:worker_threads'; ${SHARING(500)}`, async (ask) => {
      const budget = { ...newTimeBudget(), remainingMs: 300, waitMs: 60_000 };
      expect(await ask('inkIn', { file: INK, page: 0, box: BOX }, budget)).toBe('drawn');
      expect(budget.remainingMs).toBeGreaterThan(0);
    });
  });
});
