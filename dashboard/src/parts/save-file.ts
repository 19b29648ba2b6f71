const types = { csv: 'text/csv', jsonl: 'application/jsonl' };

/** Saves the text as a download. */
export function saveFile(text: string, type: keyof typeof types, name: string): void {
  saveBlob(new Blob([text], { type: `${types[type]};charset=utf-8` }), name);
}

/** Saves the bytes as a download. */
export function saveBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
