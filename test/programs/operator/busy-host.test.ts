import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { dateIn, letterBody, pdfFixture } from '../../support/letters.ts';
import { useService } from '../../support/service.ts';
import { HOSTILE } from '../pdf/hostile.ts';
import { operator } from './support/operator.ts';

const { control, baseUrl } = useService();

/** Linux default: the unit of processor time in /proc (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
const TICK_MS = 10;
/** More than PDFium's thread takes to start, less than a page may take. */
const DRAWING_MS = 700;

/** Processor time of PDFium's thread, the only one of its kind in the command. */
function pdfiumMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const thread = readdirSync(folder).find((id) => readFileSync(`${folder}/${id}/comm`, 'utf8') === 'WorkerThread\n');
  if (!thread) return 0;
  // The thread's name, in parentheses, is the second field; the times are the fourteenth and fifteenth.
  const fields = readFileSync(`${folder}/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
}

/** Stops a process in the middle of a drawing, for longer than the call may take. */
async function whileTheHostIsBusy(pid: number): Promise<void> {
  while (pdfiumMs(pid) < DRAWING_MS) await sleep(TICK_MS);
  process.kill(pid, 'SIGSTOP');
  await sleep(newTimeBudget().waitMs + 1_000);
  process.kill(pid, 'SIGCONT');
}

test('a letter that is edited while the host is busy stays unchanged, its document is not blamed, and the edit may be retried', async () => {
  const { id: account, api } = await control.openAccount(baseUrl, { balance: 10_000 });
  const letter = (await api.post('/letters', letterBody({ send_date: dateIn(10) }))).body;
  const folder = mkdtempSync(join(tmpdir(), 'operator-busy-'));
  const [slow, sound] = [join(folder, 'lenta.pdf'), join(folder, 'carta.pdf')];
  writeFileSync(slow, HOSTILE['a pattern of tiny tiles']!());
  writeFileSync(sound, pdfFixture('libreoffice-letter-2'));
  const edit = (file: string, meanwhile?: (pid: number) => Promise<void>) => {
    const line = ['letters', 'edit', account, letter.id, '--file', file, '--local', '--json', '--yes'];
    return operator(line, { MALOTE_CONTROL_URL: control.url }, meanwhile);
  };

  const { exit, output, messages } = await edit(slow, whileTheHostIsBusy);
  expect({ exit, output }).toEqual({ exit: 1, output: '' });
  expect(JSON.parse(messages).error).toMatchObject({ code: 'service_unavailable', details: [] });
  expect((await api.get(`/letters/${letter.id}`)).body).toEqual({ ...letter, preview_url: expect.any(String) });

  // On an idle host the document itself takes too long.
  const idle = JSON.parse((await edit(slow)).messages).error;
  expect(idle.details).toMatchObject([{ param: 'file', code: 'document_invalid' }]);
  expect((await edit(sound)).data).toMatchObject({ id: letter.id, pages: 2 });
  rmSync(folder, { recursive: true });
});
