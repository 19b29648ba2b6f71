import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { putFileOnce, RequestFailed, sha256 } from '../api/request.ts';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { type ChangeDraft, type Draft, draftOf, editedCells, rowsFile } from './setup.ts';

interface Props {
  draft: Draft;
  change: ChangeDraft;
  /** Deletes the draft. */
  drop: () => Promise<unknown>;
}

/** Confirms the sending. @param sound indexes of the rows to send */
export function useConfirmation(
  { draft: { key: draftKey, setup, confirming: begun }, change, drop }: Props,
  sound: readonly number[],
) {
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { file } = setup;
  const sendFiles = async () => {
    const rows = rowsFile(setup, editedCells(setup)!, sound);
    const order = {
      filename: file!.name,
      document_size: file!.size,
      document_sha256: await sha256(file!),
      rows: sound.length,
      rows_size: rows.size,
      rows_sha256: await sha256(rows),
    };
    const { id, document_url, rows_url } = await api.createMailMerge(order, draftKey);
    // If another tab has confirmed it, its files are no longer needed.
    if ((await api.mailMerge(id)).status === 'draft') {
      await putFileOnce(document_url, file!, 'application/pdf');
      await putFileOnce(rows_url, rows, 'application/json');
    }
    await change((draft) => ({ ...draft, confirming: id }));
    return id;
  };
  return useAct(
    async (key) => {
      // Retrying after a lost response confirms the same ones again, which creates no second letter.
      const id = begun ?? (await sendFiles());
      try {
        return await api.sendMailMerge(id, key);
      } catch (error) {
        // Its files are gone: the next attempt uploads them again.
        if (error instanceof RequestFailed && error.status === 422) await change(({ setup: now }) => draftOf(now));
        throw error;
      }
    },
    async ({ id }) => {
      await drop();
      await client.invalidateQueries({ queryKey: [accountId] });
      await navigate({ to: '/$accountId/letters/spreadsheet/$mailMergeId', params: { accountId, mailMergeId: id } });
    },
  );
}
