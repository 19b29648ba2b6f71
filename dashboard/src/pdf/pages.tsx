import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { drawPage, type PDFDocumentProxy } from './open-pdf.ts';
import { A4, type Box, MAX_PAGES, POINTS_A_MILLIMETER } from './paper.ts';
import style from './pdf.module.css';

interface Props {
  document: PDFDocumentProxy;
  /** Drawn over a page, in `Overlay`s. */
  over?: (page: number) => ReactNode;
  /** Drawn on a side of its own, which bears the address alone. */
  addressSide?: ReactNode;
}

/** Size of the page that is drawn, in millimeters: frames have its scale. */
const PageSize = createContext<Pick<Box, 'width' | 'height'>>(A4);

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
  const [size, setSize] = useState<Pick<Box, 'width' | 'height'>>(A4);
  useEffect(() => {
    let wanted = true;
    const draw = async () => {
      const page = await document.getPage(number);
      if (!wanted) return;
      const { width, height } = page.getViewport({ scale: 1 / POINTS_A_MILLIMETER });
      setSize({ width, height });
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
      <div
        className={style.paper}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
        data-drawn={state === 'drawn' || undefined}
      >
        <canvas ref={canvas} role="img" aria-label={t.pdf.page(number, document.numPages)} />
        {state === 'failed' && (
          <p role="alert" className={style.notDrawn}>
            {t.pdf.notDrawn}
          </p>
        )}
        <PageSize value={size}>{children}</PageSize>
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
  const size = useContext(PageSize);
  return (
    <div
      className={style.overlay}
      data-tone={tone}
      style={{
        left: percent(box.left, size.width),
        top: percent(box.top, size.height),
        width: percent(box.width, size.width),
        height: percent(box.height, size.height),
      }}
    >
      {label !== undefined && <span className={style.overlayLabel}>{label}</span>}
      {children}
    </div>
  );
}
