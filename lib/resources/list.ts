/** A page of a list (spec, List envelope). */
export function listResource<Item>(data: Item[], nextCursor: string | null) {
  return { object: 'list' as const, data, has_more: nextCursor !== null, next_cursor: nextCursor };
}
