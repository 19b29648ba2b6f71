/** All rows of a paged iteration. */
export async function pagesOf<Row>(walk: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of walk) rows.push(...page);
  return rows;
}
