import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { drawPage, type PDFDocumentProxy } from './open-pdf.ts';
import { A4, type Box, MAX_PAGES } from './paper.ts';
import style from './pdf.module.css';

interface Props {
  document: PDFDocumentProxy;
  /** Drawn over a page, in `Overlay`s. */
  over?: (page: number) => ReactNode;
  /** Drawn on a side of its own, which bears the address alone. */
  addressSide?: ReactNode;
}

/** The pages of a PDF, up to the maximum of a letter, stacked or side by side, as wide as there is room. */
export function PdfPages({ document, over, addressSide }: Props) {
  const { t } = useLanguage();
  return (
    <ol className={style.pages}>
      {Array.from({ length: Math.min(document.numPages, MAX_PAGES) }, (_, index) => (
        <li key={index} className={style.page}>
          <PdfPage document={document} number={index + 1}>
            {over?.(index + 1)}
          </PdfPage>
        </li>
      ))}
      {addressSide && (
        <li className={style.page}>
          <figure className={style.figure}>
            <div className={style.paper}>{addressSide}</div>
            <figcaption>{t.pdf.addressSide}</figcaption>
          </figure>
        </li>
      )}
    </ol>
  );
}

function PdfPage({ document, number, children }: { document: PDFDocumentProxy; number: number; children: ReactNode }) {
  const { t } = useLanguage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'drawn' | 'failed'>();
  useEffect(() => {
    let wanted = true;
    const draw = async () => {
      const page = await document.getPage(number);
      if (!wanted) return;
      // Drawn on a separate canvas and copied: two drawings of one page never share a canvas.
      const aside = window.document.createElement('canvas');
      await drawPage(page, aside, Math.round(420 * Math.min(2, window.devicePixelRatio + 0.5)));
      if (!wanted || !canvas.current) return;
      canvas.current.width = aside.width;
      canvas.current.height = aside.height;
      canvas.current.getContext('2d')!.drawImage(aside, 0, 0);
      setState('drawn');
    };
    // Show nothing for a document that was closed while a page was drawn.
    draw().catch(() => wanted && setState('failed'));
    return () => {
      wanted = false;
    };
  }, [document, number]);
  return (
    <figure className={style.figure}>
      <div className={style.paper} data-drawn={state === 'drawn' || undefined}>
        <canvas ref={canvas} role="img" aria-label={t.pdf.page(number, document.numPages)} />
        {state === 'failed' && (
          <p role="alert" className={style.notDrawn}>
            {t.pdf.notDrawn}
          </p>
        )}
        {children}
      </div>
      <figcaption>{t.pdf.page(number, document.numPages)}</figcaption>
    </figure>
  );
}

interface OverlayProps {
  box: Box;
  tone: 'window' | 'bad' | 'note' | 'marker' | 'value';
  label?: string;
  children?: ReactNode;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** A box on a page, in millimeters. */
export function Overlay({ box, tone, label, children }: OverlayProps) {
  return (
    <div
      className={style.overlay}
      data-tone={tone}
      style={{
        left: percent(box.left, A4.width),
        top: percent(box.top, A4.height),
        width: percent(box.width, A4.width),
        height: percent(box.height, A4.height),
      }}
    >
      {label !== undefined && <span className={style.overlayLabel}>{label}</span>}
      {children}
    </div>
  );
}
