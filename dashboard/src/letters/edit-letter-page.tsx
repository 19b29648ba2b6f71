import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Letter } from '../api/objects.ts';
import { putFile, RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { AddressFields, addressInput } from '../parts/address-fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { LetterMark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { ReferenceField } from '../parts/reference-field.tsx';
import { Failure, Ready } from '../parts/states.tsx';
import { Unsaved } from '../parts/unsaved.tsx';
import { MAX_PDF_BYTES } from '../pdf/paper.ts';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { DocumentField } from './document-field.tsx';
import { formOfLetter, type LetterForm } from './letter-form.ts';
import { PrintOptions, SendDate } from './letter-options.tsx';
import { MarkerFields } from './marker-fields.tsx';

export function EditLetterPage() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const { letterId } = useParams({ from: '/$accountId/letters/$letterId/edit' });
  const letter = useQuery({ queryKey: [accountId, 'letter', letterId], queryFn: () => api.letter(letterId) });
  return (
    <Page
      title={t.editLetter.title}
      mark={letter.data && <LetterMark status={letter.data.status} />}
      back={{
        link: { to: '/$accountId/letters/$letterId', params: { accountId, letterId } },
        label: letter.data ? t.letters.letterTo(letter.data.to.name) : t.letters.letter,
      }}
    >
      <Ready query={letter}>{(data) => <Editor letter={data} />}</Ready>
    </Page>
  );
}

/** The status determines what may change (rule LTR-13); the service checks it again. */
function Editor({ letter }: { letter: Letter }) {
  const { t, explain } = useLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [first] = useState(() => formOfLetter(letter));
  const [form, setForm] = useState(first);
  const [file, setFile] = useState<File | null>(null);
  const change = (part: Partial<LetterForm>) => setForm((old) => ({ ...old, ...part }));
  const { inspection, seen, markers } = useInspection(file, MAX_PDF_BYTES);
  const everything = letter.status === 'scheduled';

  const saving = useMutation({
    mutationFn: async () => {
      const changes: Record<string, unknown> = {
        to: { ...addressInput(form.to), complement: form.to.complement.trim() || null },
        reference: form.reference.trim() || null,
      };
      if (everything) {
        if (form.from) changes.from = { ...addressInput(form.from), complement: form.from.complement.trim() || null };
        changes.color = form.color;
        changes.double_sided = form.doubleSided;
        changes.address_placement = form.placement;
        changes.postal_services = form.services;
        if (form.sendDate !== null && form.sendDate !== letter.send_date) changes.send_date = form.sendDate;
        if (file) {
          const upload = await api.createUpload(file.name, file.size);
          await putFile(upload.upload_url, file);
          const variables = Object.fromEntries(markers.map((name) => [name, form.variables[name] ?? '']));
          changes.document = {
            type: 'upload',
            upload_id: upload.id,
            ...(markers.length > 0 ? { variables } : {}),
          };
        }
      }
      return api.editLetter(letter.id, changes);
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

  if (!may('send')) return <Alert variant="light">{t.roles.cannotSend}</Alert>;
  if (!everything && letter.status !== 'received') {
    return (
      <Alert variant="light" icon={<Icon name="info" />}>
        {t.editLetter.late}
      </Alert>
    );
  }
  const problems = saving.error instanceof RequestFailed ? saving.error.problems : [];
  const problem = (...params: string[]) =>
    problems.filter(({ param }) => params.includes(param)).map(explain.problem)[0];
  const sender = form.from;
  return (
    <form
      className={parts.column}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Alert variant="light" icon={<Icon name="info" />}>
        {everything ? t.editLetter.scheduled : t.editLetter.received}
      </Alert>
      <Sheet title={t.letters.recipient}>
        <AddressFields
          value={form.to}
          onChange={(update) => setForm((old) => ({ ...old, to: update(old.to) }))}
          problem={(field) => problem(`to.${field}`)}
        />
      </Sheet>
      <Sheet title={t.newLetter.yours}>
        <ReferenceField
          value={form.reference}
          error={problem('reference')}
          onChange={(reference) => change({ reference })}
        />
      </Sheet>
      {everything && (
        <>
          <Sheet title={t.editLetter.replace}>
            <p className={parts.plain}>{t.editLetter.keep}</p>
            <DocumentField
              file={file}
              inspection={inspection.data}
              onFile={setFile}
              problems={problems.filter(({ param }) => /^document(\.upload_id)?$/.test(param))}
              doubleSided={form.doubleSided}
              extraPage={form.placement === 'extra_page'}
              written={null}
              onExtraPage={() => change({ placement: 'extra_page' })}
              maxBytes={MAX_PDF_BYTES}
            />
            {markers.length > 0 && (
              <MarkerFields
                names={markers}
                form={form}
                change={change}
                problem={(name) => problem(`document.variables.${name}`)}
              />
            )}
          </Sheet>
          {sender && (
            <Sheet title={t.letters.sender}>
              <AddressFields
                value={sender}
                onChange={(update) => setForm((old) => ({ ...old, from: old.from && update(old.from) }))}
                problem={(field) => problem(`from.${field}`)}
              />
            </Sheet>
          )}
          <Sheet title={t.newLetter.options}>
            <PrintOptions form={form} change={change} problem={problem} />
          </Sheet>
          <Sheet title={t.newLetter.when}>
            <SendDate form={form} change={change} problem={problem} onlyDay />
          </Sheet>
        </>
      )}
      {saving.error && <Failure error={saving.error} />}
      <Unsaved changed={file !== null || JSON.stringify(form) !== JSON.stringify(first)} />
      <div className={parts.actions}>
        <Button component={Link} to={`/${accountId}/letters/${letter.id}`} variant="default">
          {t.actions.back}
        </Button>
        <Button type="submit" loading={saving.isPending} disabled={file !== null && seen === undefined}>
          {t.editLetter.save}
        </Button>
      </div>
    </form>
  );
}
