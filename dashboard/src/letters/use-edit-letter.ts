import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { Letter } from '../api/objects.ts';
import { putFile, RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { useBlankMarkers } from './blank-markers.tsx';
import { formOfLetter, letterChanges, type LetterForm, type Source } from './letter-form.ts';

export type EditedLetter = ReturnType<typeof useEditLetter>;

/** The state of a letter's edit, from what the letter is to what the service makes of it. */
export function useEditLetter(letter: Letter) {
  const { explain } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [first] = useState(() => formOfLetter(letter));
  const [form, setForm] = useState(first);
  const [file, setFile] = useState<File | null>(null);
  const changeBy = (next: (form: LetterForm) => Partial<LetterForm>) => setForm((old) => ({ ...old, ...next(old) }));
  const { inspection, seen, markers } = useInspection(file, limits.upload_bytes);
  const blank = useBlankMarkers(markers, form.variables);

  const upload = async (pdf: File): Promise<Source> => {
    const { id, upload_url } = await api.createUpload(pdf.name, pdf.size);
    await putFile(upload_url, pdf);
    return { type: 'upload', upload_id: id };
  };
  const saving = useMutation({
    mutationFn: async () => {
      const source = file ? await upload(file) : undefined;
      return api.editLetter(letter.id, letterChanges(letter, form, source, markers));
    },
    onSuccess: async (changed) => {
      client.setQueryData([accountId, 'letter', letter.id], changed);
      await client.invalidateQueries({ queryKey: [accountId] });
      const params = { accountId, letterId: letter.id };
      await navigate({ to: '/$accountId/letters/$letterId', params, ignoreBlocker: true });
    },
    onError: (error) => {
      if (error instanceof RequestFailed && error.status === 409) {
        void client.invalidateQueries({ queryKey: [accountId, 'letter', letter.id] });
      }
    },
  });
  const problems = saving.error instanceof RequestFailed ? saving.error.problems : [];
  return {
    form,
    change: (part: Partial<LetterForm>) => changeBy(() => part),
    changeBy,
    file,
    setFile,
    inspection: inspection.data,
    markers,
    blank,
    saving,
    problem: (...params: string[]) => problems.filter(({ param }) => params.includes(param)).map(explain.problem)[0],
    ofDocument: problems.filter(({ param }) => /^document(\.upload_id)?$/.test(param)),
    changed: file !== null || JSON.stringify(form) !== JSON.stringify(first),
    /** Whether the chosen PDF can be sent. */
    ready: file === null || (seen !== undefined && blank.areAccepted),
  };
}
