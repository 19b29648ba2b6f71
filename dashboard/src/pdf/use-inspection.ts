import { useQuery } from '@tanstack/react-query';
import type { Warning } from '../api/objects.ts';
import type { Inspection, Unreadable } from './inspect.ts';

/** The inspection of a PDF that a person has chosen. A file larger than `maxBytes` is not opened. */
export function useInspection(file: File | null, maxBytes: number) {
  const tooLarge = file !== null && file.size > maxBytes;
  const inspection = useQuery<Inspection | Unreadable>({
    queryKey: ['inspection', file?.name, file?.size, file?.lastModified],
    queryFn: async () => {
      const { inspect } = await import('./inspect.ts');
      return inspect(await file!.arrayBuffer());
    },
    enabled: file !== null && !tooLarge,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });
  const seen = typeof inspection.data === 'object' ? inspection.data : undefined;
  // Warnings that the inspection already shows in place are omitted. Values may cause the same warning on another page.
  const further = (warnings: readonly Warning[]) =>
    warnings.filter(({ code, page }) => !seen?.findings.some((found) => found.code === code && found.page === page));
  return { tooLarge, inspection, seen, markers: [...new Set(seen?.markers.map(({ name }) => name))], further };
}
