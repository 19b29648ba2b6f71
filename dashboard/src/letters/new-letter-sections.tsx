import { Button } from '@mantine/core';
import { limits } from '../api/generated/limits.ts';
import { useLanguage } from '../language/language.tsx';
import { AddressFields } from '../parts/address-fields.tsx';
import { addressForm } from '../parts/address-form.ts';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { ReferenceField } from '../parts/reference-field.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { WarningList } from '../parts/warnings.tsx';
import { DocumentField } from './document-field.tsx';
import { PrintOptions, SendDate } from './letter-options.tsx';
import { MarkerFields } from './marker-fields.tsx';
import type { NewLetter } from './use-new-letter.ts';
import { Written } from './written.tsx';

interface Props {
  letter: NewLetter;
}

/** Everything that a person fills in. */
export function NewLetterSections({ letter }: Props) {
  const { t } = useLanguage();
  const { change, changeBy, problem, addressed, pdf } = letter;
  const { form } = letter.draft;
  return (
    <>
      <DocumentSection letter={letter} />
      {pdf.markers.length > 0 && (
        <Sheet title={t.newLetter.markers}>
          <p className={parts.intro}>{t.newLetter.markersLead}</p>
          <MarkerFields
            names={pdf.markers}
            form={form}
            change={change}
            problem={(name) => problem(`document.variables.${name}`, `variables.${name}`)}
          />
        </Sheet>
      )}
      <Sheet title={t.letters.recipient}>
        <AddressFields
          value={form.to}
          onChange={(update) => changeBy(({ to }) => ({ to: update(to) }))}
          problem={(field) => (addressed ? problem(`to.${field}`) : undefined)}
        />
      </Sheet>
      <SenderSection letter={letter} />
      <Sheet title={t.newLetter.options}>
        <PrintOptions form={form} change={change} problem={problem} />
      </Sheet>
      <Sheet title={t.newLetter.when}>
        <SendDate form={form} change={change} problem={problem} />
      </Sheet>
      <Sheet title={t.newLetter.yours}>
        <ReferenceField
          value={form.reference}
          error={problem('reference')}
          onChange={(reference) => change({ reference })}
        />
      </Sheet>
    </>
  );
}

function DocumentSection({ letter }: Props) {
  const { t } = useLanguage();
  const { choose, change, ofDocument, pdf, sender, uploading, warnings } = letter;
  const { file, form } = letter.draft;
  return (
    <Sheet title={t.newLetter.document}>
      <DocumentField
        file={file}
        inspection={pdf.inspection.data}
        onFile={choose}
        problems={ofDocument}
        doubleSided={form.doubleSided}
        extraPage={form.placement === 'extra_page'}
        written={<Written address={form.to} from={form.from ?? (sender ? addressForm(sender) : null)} />}
        onExtraPage={() => change({ placement: 'extra_page' })}
        onDoubleSided={() => change({ doubleSided: true })}
        maxBytes={limits.upload_bytes}
      />
      {file && !pdf.tooLarge && pdf.inspection.isPending && <Loading rows={4} />}
      {uploading.error && <Failure error={uploading.error} retry={() => uploading.reset()} />}
      <WarningList warnings={warnings} />
    </Sheet>
  );
}

function SenderSection({ letter }: Props) {
  const { t } = useLanguage();
  const { change, changeBy, problem, sender } = letter;
  const { from } = letter.draft.form;
  return (
    <Sheet
      title={t.letters.sender}
      actions={
        <Button
          size="compact-md"
          variant="subtle"
          disabled={!sender}
          onClick={() => change({ from: from || !sender ? null : addressForm(sender) })}
        >
          {from ? t.newLetter.defaultSender : t.newLetter.otherSender}
        </Button>
      }
    >
      {from ? (
        <AddressFields
          value={from}
          onChange={(update) => changeBy(({ from: now }) => ({ from: now && update(now) }))}
          problem={(field) => problem(`from.${field}`)}
        />
      ) : (
        <p className={parts.plain}>{sender ? `${sender.name}, ${sender.city} - ${sender.state}` : '…'}</p>
      )}
    </Sheet>
  );
}
