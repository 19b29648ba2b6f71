import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { openPdf } from './open-pdf.ts';
import { PdfPages } from './pages.tsx';

interface Props {
  url: string;
  name: string;
  /** The previous file stays until this one is loaded: for a letter that is being written. */
  steady?: boolean;
}

/** The pages of a mailing as printed. Its link is signed anew with each read of the mailing. */
export default function Preview({ url, name, steady = false }: Props) {
  const { t } = useLanguage();
  const pdf = useQuery({
    // The path identifies the file; the query is a signature that lasts an hour.
    queryKey: ['pdf', new URL(url).pathname],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal, credentials: 'omit' }).catch(() => undefined);
      if (!response?.ok) throw new RequestFailed(response?.status ?? 0, { message: t.pdf.unavailable });
      return openPdf(await response.arrayBuffer());
    },
    ...(steady ? { placeholderData: keepPreviousData } : {}),
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  });
  useEffect(() => () => void pdf.data?.loadingTask.destroy(), [pdf.data]);
  if (pdf.error) return <Failure error={pdf.error} retry={() => void pdf.refetch()} />;
  if (!pdf.data) return <Loading rows={4} />;
  return (
    <div aria-label={name} role="group">
      <PdfPages document={pdf.data} />
    </div>
  );
}
