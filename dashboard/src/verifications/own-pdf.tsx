import { limits } from '../api/generated/limits.ts';
import { type Account } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { DocumentField } from '../letters/document-field.tsx';
import { PaperOptions } from '../letters/letter-options.tsx';
import letters from '../letters/letters.module.css';
import { MarkerFields } from '../letters/marker-fields.tsx';
import { type KeptUpload, useUpload } from '../letters/use-upload.ts';
import { Written } from '../letters/written.tsx';
import { type AddressForm, addressForm, isAddressed } from '../parts/address-form.ts';
import parts from '../parts/parts.module.css';
import { Failure, Loading } from '../parts/states.tsx';
import { useQuote } from '../parts/use-quote.ts';
import { WarningList } from '../parts/warnings.tsx';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { variablesOf, type VerificationForm, verificationOrder } from './verification-form.ts';

interface Props {
  form: VerificationForm;
  file: File | null;
  upload: KeptUpload | null;
  onUpload: (upload: KeptUpload, file: File) => void;
  account: Account;
}

/**
 * Quotes a verification as soon as it is complete, which prices and renders it. A company's own PDF is inspected in the
 * page and uploaded first.
 */
export function useVerificationQuote({ form, file, upload, onUpload, account }: Props) {
  const { api } = useAccount();
  const { tooLarge, inspection, seen, markers, further } = useInspection(file, limits.upload_bytes);
  const uploading = useUpload({ file, readable: seen !== undefined, upload, onUpload });
  const pdf = uploading.fresh && upload && seen ? { uploadId: upload.id, markers } : undefined;
  const {
    query: quote,
    quoted,
    isCurrent,
  } = useQuote({
    kind: 'verification',
    form,
    uploadId: form.ownPdf ? pdf?.uploadId : undefined,
    orderOf: (settled) => {
      // The price does not depend on the address. Until there is one, the sender's is used to show the price.
      const to = isAddressed(settled.to) ? settled.to : addressForm(account.default_sender);
      return settled.ownPdf && !pdf ? null : verificationOrder({ ...settled, to }, settled.ownPdf ? pdf : undefined);
    },
    ask: api.quoteVerification,
  });
  const refused = quote.error instanceof RequestFailed && quote.error.status === 422 ? quote.error : null;
  return {
    pdf,
    quote,
    problems: refused?.problems ?? [],
    unreadable: form.ownPdf && (tooLarge || typeof inspection.data === 'string'),
    /** Null until it can be ordered at this price. */
    price: quoted && !quote.error ? quoted.price : null,
    isCurrent,
    previewUrl: quoted?.preview_url,
    warnings: refused ? [] : further(quoted?.warnings ?? []),
    field: { file, inspection, tooLarge, uploading, variables: variablesOf(markers) },
  };
}

interface FieldProps {
  form: VerificationForm;
  change: (change: Partial<VerificationForm>) => void;
  own: ReturnType<typeof useVerificationQuote>;
  onFile: (file: File) => void;
  problem: (...params: string[]) => string | undefined;
  sender: AddressForm;
}

export function OwnPdf({ form, change, own, onFile, problem, sender }: FieldProps) {
  const { t } = useLanguage();
  const { file, inspection, tooLarge, uploading, variables } = own.field;
  return (
    <>
      <p className={parts.intro}>{t.newVerification.pdfLead}</p>
      <DocumentField
        file={file}
        inspection={inspection.data}
        onFile={(chosen) => {
          if (!chosen) return;
          uploading.reset();
          onFile(chosen);
        }}
        problems={own.problems.filter(({ param }) => /^document(\.upload_id)?$/.test(param))}
        doubleSided={form.doubleSided}
        extraPage={form.placement === 'extra_page'}
        written={<Written address={form.to} from={sender} />}
        onExtraPage={() => change({ placement: 'extra_page' })}
        onDoubleSided={() => change({ doubleSided: true })}
        maxBytes={limits.upload_bytes}
      />
      {file && !tooLarge && inspection.isPending && <Loading rows={4} />}
      {uploading.error && <Failure error={uploading.error} retry={() => uploading.reset()} />}
      <WarningList warnings={own.warnings} />
      {variables.length > 0 && (
        <MarkerFields
          names={variables}
          form={form}
          change={change}
          problem={(name) => problem(`document.variables.${name}`)}
        />
      )}
      <div className={letters.choices}>
        <PaperOptions form={form} change={change} problem={problem} />
      </div>
    </>
  );
}
