import { Alert, Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { Problem } from '../api/objects.ts';
import { loaded } from '../api/script.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import type { Inspection, Unreadable } from '../pdf/inspect.ts';
import { Overlay, PdfPages } from '../pdf/pages.tsx';
import { addressArea, sheetsOf } from '../pdf/paper.ts';
import style from './letters.module.css';

interface Props {
  file: File | null;
  inspection: Inspection | Unreadable | undefined;
  onFile: (file: File | null) => void;
  /** The service's problems with the document. */
  problems: readonly Problem[];
  doubleSided: boolean;
  extraPage: boolean;
  /** The text shown in the address window. */
  written: ReactNode;
  /** Offered if there is ink in the window. */
  onExtraPage: () => void;
  /** Offered if the sheets of one side each are too many. */
  onDoubleSided?: () => void;
  /** Maximum size of the file in bytes. */
  maxBytes: number;
}

/** Accepts a dropped PDF, shows its pages, and marks every problem where it is. */
export function DocumentField(props: Props) {
  const { file, inspection, onFile, doubleSided, extraPage, written, onExtraPage, maxBytes } = props;
  const maxMegabytes = maxBytes / 1024 / 1024;
  const tooLarge = file !== null && file.size > maxBytes;
  const { t, format, explain } = useLanguage();
  const seen = typeof inspection === 'object' ? inspection : undefined;
  const sheets = seen ? sheetsOf(seen.document.numPages, doubleSided, extraPage) : 0;
  const findings = (seen?.findings ?? []).filter(({ code }) => !(extraPage && code === 'address_area_not_blank'));
  const local = new Set<string>(findings.map(({ code }) => code));
  if (sheets > limits.sheets) local.add('too_many_sheets');
  if (typeof inspection === 'string') local.add(inspection);
  // The service repeats problems found here; showing them once is enough.
  const further = props.problems.filter(({ code }) => !local.has(code));

  return (
    <>
      <DropArea
        file={file}
        onFile={onFile}
        hint={
          file
            ? `${format.megabytes(file.size)}${seen ? ` · ${t.letters.pages(seen.document.numPages)}, ${t.letters.sheets(sheets)}` : ''}`
            : t.newLetter.dropRules(maxMegabytes)
        }
      />
      <div role="status">
        {tooLarge && <Notice tone="red" title={t.newLetter.tooLarge(maxMegabytes)} />}
        {typeof inspection === 'string' && (
          <Notice tone="red" title={t.findings[inspection]}>
            {inspection === 'document_invalid' && <HowToSave filename={file?.name ?? ''} />}
          </Notice>
        )}
        {file && local.has('document_page_size') && <FitToA4 key={file.lastModified} file={file} onFile={onFile} />}
        {findings.map((finding) => (
          <Notice
            key={`${finding.code} ${finding.page} ${finding.box.left} ${finding.box.top}`}
            tone={finding.code === 'ink_near_edge' ? 'yellow' : 'red'}
            title={`${t.pdf.onPage(finding.page)}: ${t.findings[finding.code]}`}
          >
            {t.pdf.box(
              format.number(finding.box.width),
              format.number(finding.box.height),
              format.number(finding.box.left),
              format.number(finding.box.top),
            )}
            {finding.code === 'address_area_not_blank' && (
              <Button size="compact-md" variant="default" mt="xs" display="block" onClick={onExtraPage}>
                {t.newLetter.useExtraPage}
              </Button>
            )}
          </Notice>
        ))}
        {sheets > limits.sheets && (
          <Notice tone="red" title={t.findings.too_many_sheets(sheets, limits.sheets)}>
            {seen && props.onDoubleSided && !doubleSided && fitsOnBothSides(seen, extraPage) && (
              <Button size="compact-md" variant="default" mt="xs" onClick={props.onDoubleSided}>
                {t.fixes.bothSides(sheetsOf(seen.document.numPages, true, extraPage))}
              </Button>
            )}
          </Notice>
        )}
        {further.map((problem) => (
          <Notice key={`${problem.param} ${problem.code}`} tone="red" title={explain.problem(problem)} />
        ))}
        {seen && local.size === 0 && further.length === 0 && <p className={style.fine}>{t.newLetter.fine}</p>}
      </div>
      {seen && <MarkedPages seen={seen} findings={findings} extraPage={extraPage} written={written} />}
    </>
  );
}

const fitsOnBothSides = (seen: Inspection, extraPage: boolean) =>
  sheetsOf(seen.document.numPages, true, extraPage) <= limits.sheets;

interface FitProps {
  file: File;
  onFile: Props['onFile'];
}

/** Puts pages of another size on A4, instead of sending a person back to the program that made them. */
function FitToA4({ file, onFile }: FitProps) {
  const { t } = useLanguage();
  const fitting = useMutation({
    mutationFn: async () => {
      const { fitToA4 } = await loaded(import('../pdf/fit-to-a4.ts'));
      const fitted = await fitToA4(file);
      if (fitted) onFile(fitted);
      return fitted !== undefined;
    },
  });
  const cannot = fitting.isError || fitting.data === false;
  return (
    <Notice tone="yellow" title={t.fixes.toA4Lead}>
      {cannot ? (
        <p>{t.fixes.cannotFit}</p>
      ) : (
        <Button size="compact-md" variant="default" loading={fitting.isPending} onClick={() => fitting.mutate()}>
          {t.fixes.toA4}
        </Button>
      )}
    </Notice>
  );
}

/** How a file of another program becomes a PDF, by the program that its name tells. */
function HowToSave({ filename }: { filename: string }) {
  const { t } = useLanguage();
  const program = programOf(filename);
  if (!program) return null;
  const { lead, steps } = t.fixes.saveAsPdf[program];
  return (
    <>
      <p>{lead}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

const programs = { word: /\.(docx?|dotx?|rtf)$/i, writer: /\.(odt|ott)$/i, picture: /\.(jpe?g|png|heic|webp|tiff?)$/i };

const programOf = (filename: string) =>
  (Object.keys(programs) as (keyof typeof programs)[]).find((program) => programs[program].test(filename));

interface DropProps {
  file: File | null;
  onFile: Props['onFile'];
  /** Below the name of the file, or of what is asked for. */
  hint: string;
}

function DropArea({ file, onFile, hint }: DropProps) {
  const { t } = useLanguage();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onFile(dropped);
  };
  return (
    <div
      className={style.drop}
      data-over={over || undefined}
      data-filled={file !== null || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={style.dropIcon}>
        <Icon name="file" size={file ? 26 : 38} />
      </span>
      <div className={style.dropText}>
        <b>{file ? file.name : t.newLetter.drop}</b>
        <small>{hint}</small>
      </div>
      <FileButton accept="application/pdf" onChange={onFile}>
        {(button) => (
          <Button {...button} variant={file ? 'default' : 'filled'}>
            {file ? t.newLetter.otherFile : t.newLetter.chooseFile}
          </Button>
        )}
      </FileButton>
    </div>
  );
}

interface MarkedProps extends Pick<Props, 'extraPage' | 'written'> {
  seen: Inspection;
  findings: Inspection['findings'];
}

function MarkedPages({ seen, findings, extraPage, written }: MarkedProps) {
  const { t } = useLanguage();
  return (
    <PdfPages
      document={seen.document}
      addressSide={
        extraPage &&
        written && (
          <Overlay box={addressArea} tone="window" label={t.pdf.window}>
            {written}
          </Overlay>
        )
      }
      over={(page) => (
        <>
          {page === 1 && !extraPage && (
            <Overlay box={addressArea} tone="window" label={t.pdf.window}>
              {written}
            </Overlay>
          )}
          {seen.markers
            .filter((marker) => marker.page === page)
            .map(({ name, box }) => (
              <Overlay key={`${name} ${box.left} ${box.top}`} box={box} tone="marker" />
            ))}
          {findings
            .filter((finding) => finding.page === page)
            .map((finding) => (
              <Overlay
                key={`${finding.code} ${finding.box.left} ${finding.box.top}`}
                box={finding.box}
                tone={finding.code === 'ink_near_edge' ? 'note' : 'bad'}
              />
            ))}
        </>
      )}
    />
  );
}

interface NoticeProps {
  tone: 'red' | 'yellow';
  title: string;
  children?: ReactNode;
}

function Notice({ tone, title, children }: NoticeProps) {
  return (
    <Alert variant="light" color={tone} icon={<Icon name={tone === 'red' ? 'alert' : 'info'} />} title={title} mb="sm">
      {children}
    </Alert>
  );
}
