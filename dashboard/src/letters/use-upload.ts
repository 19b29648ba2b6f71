import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { putFile } from '../api/request.ts';
import { useAccount } from '../session/session.tsx';

/** An upload this close to its end is not used (rule UPL-2: 24 hours). */
const UPLOAD_SPARE_MS = 10 * 60_000;

export interface KeptUpload {
  id: string;
  expires_at: string;
}

interface Props {
  file: File | null;
  /** Whether the file could be read; unreadable files are not uploaded. */
  readable: boolean;
  upload: KeptUpload | null;
  onUpload: (upload: KeptUpload, file: File) => void;
}

/** Uploads a PDF as soon as it is chosen. `fresh` says whether the upload can still be ordered with. */
export function useUpload({ file, readable, upload, onUpload }: Props) {
  const { api } = useAccount();
  const uploading = useMutation({
    mutationFn: async (pdf: File) => {
      const created = await api.createUpload(pdf.name, pdf.size);
      await putFile(created.upload_url, pdf);
      return created;
    },
    onSuccess: ({ id, expires_at }, pdf) => onUpload({ id, expires_at }, pdf),
  });
  // Uploads expire after a day: an old draft uploads again.
  const [begun] = useState(() => Date.now());
  const fresh = upload !== null && Date.parse(upload.expires_at) - begun > UPLOAD_SPARE_MS;
  const { mutate: send, isIdle } = uploading;
  useEffect(() => {
    if (file && readable && !fresh && isIdle) send(file);
  }, [file, readable, fresh, isIdle, send]);
  return { fresh, error: uploading.error, reset: uploading.reset };
}
