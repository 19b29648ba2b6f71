import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { limits } from '../api/generated/limits.ts';
import type { Letter } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { AddressFields } from '../parts/address-fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { LetterMark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { ReferenceField } from '../parts/reference-field.tsx';
import { Failure, Ready } from '../parts/states.tsx';
import { Unsaved } from '../parts/unsaved.tsx';
import { useAccount } from '../session/session.tsx';
import { BlankMarkers } from './blank-markers.tsx';
import { DocumentField } from './document-field.tsx';
import { PrintOptions, SendDate } from './letter-options.tsx';
import { MarkerFields } from './marker-fields.tsx';
import { type EditedLetter, useEditLetter } from './use-edit-letter.ts';

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
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const edited = useEditLetter(letter);
  const { form, change, changeBy, problem, saving } = edited;
  const everything = letter.status === 'scheduled';

  if (!may('send')) return <Alert variant="light">{t.roles.cannotSend}</Alert>;
  if (!everything && letter.status !== 'received') {
    return (
      <Alert variant="light" icon={<Icon name="info" />}>
        {t.editLetter.late}
      </Alert>
    );
  }
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
          onChange={(update) => changeBy(({ to }) => ({ to: update(to) }))}
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
      {everything && <OfScheduled edited={edited} />}
      {saving.error && <Failure error={saving.error} />}
      <Unsaved changed={edited.changed} />
      <div className={parts.actions}>
        <Button component={Link} to={`/${accountId}/letters/${letter.id}`} variant="default">
          {t.actions.back}
        </Button>
        <Button type="submit" loading={saving.isPending} disabled={!edited.ready}>
          {t.editLetter.save}
        </Button>
      </div>
    </form>
  );
}

/** What only a scheduled letter can still change. */
function OfScheduled({ edited }: { edited: EditedLetter }) {
  const { t } = useLanguage();
  const { form, change, changeBy, problem, markers } = edited;
  return (
    <>
      <Sheet title={t.editLetter.replace}>
        <p className={parts.plain}>{t.editLetter.keep}</p>
        <DocumentField
          file={edited.file}
          inspection={edited.inspection}
          onFile={edited.setFile}
          problems={edited.ofDocument}
          doubleSided={form.doubleSided}
          extraPage={form.placement === 'extra_page'}
          written={null}
          onExtraPage={() => change({ placement: 'extra_page' })}
          onDoubleSided={() => change({ doubleSided: true })}
          maxBytes={limits.upload_bytes}
        />
        {markers.length > 0 && (
          <MarkerFields
            names={markers}
            form={form}
            change={change}
            problem={(name) => problem(`document.variables.${name}`)}
          />
        )}
        <BlankMarkers blank={edited.blank} />
      </Sheet>
      {form.from && (
        <Sheet title={t.letters.sender}>
          <AddressFields
            value={form.from}
            onChange={(update) => changeBy(({ from }) => ({ from: from && update(from) }))}
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
  );
}
