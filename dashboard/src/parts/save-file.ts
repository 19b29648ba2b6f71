const types = { csv: 'text/csv', jsonl: 'application/jsonl' };

/** Gives the reader the file as a download. */
export function saveFile(text: string, type: keyof typeof types, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${types[type]};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
