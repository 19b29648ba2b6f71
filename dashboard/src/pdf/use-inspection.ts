import { useQuery } from '@tanstack/react-query';
import type { Inspection, Unreadable } from './inspect.ts';

/** What is seen in a PDF that a person has chosen. A file of more bytes than `maxBytes` is not opened. */
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
  return { tooLarge, inspection, seen, markers: [...new Set(seen?.markers.map(({ name }) => name))] };
}
