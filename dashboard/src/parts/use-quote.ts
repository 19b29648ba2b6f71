import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../session/session.tsx';

/** Longer than a typist's pause between words. */
const PAUSE_MS = 400;

/** Fields that do not change the price. */
const UNPRICED: ReadonlySet<string> = new Set(['to', 'from', 'reference']);

interface Props<Form, Order, Quote> {
  kind: 'letter' | 'verification';
  form: Form;
  /** The uploaded PDF of the order, if it has one. */
  uploadId: string | undefined;
  /** The order of a form; null while it cannot be quoted. */
  orderOf: (form: Form) => Order | null;
  ask: (order: Order, signal: AbortSignal) => Promise<Quote>;
}

/**
 * The quote of what is in a form, requested whenever the form rests. Until the response arrives the previous quote
 * stays, unless it is of another PDF. `isCurrent`: its price is that of the form as it is now; nobody can send without
 * having seen it.
 */
export function useQuote<Form, Order extends object, Quote>(props: Props<Form, Order, Quote>) {
  const { kind, form, uploadId, orderOf, ask } = props;
  const { accountId } = useAccount();
  const [settled] = useDebouncedValue(form, PAUSE_MS);
  const order = orderOf(settled);
  const query = useQuery({
    queryKey: [accountId, `${kind}-quote`, uploadId, order] as const,
    queryFn: async ({ signal }) => ({ order: order!, quote: await ask(order!, signal) }),
    enabled: order !== null,
    placeholderData: (previous, query) => (query?.queryKey[2] === uploadId ? previous : undefined),
    staleTime: 60_000,
  });
  const quoted = order === null ? undefined : query.data;
  const isCurrent = quoted !== undefined && query.isSuccess && priced(quoted.order) === priced(orderOf(form));
  return { query, quoted: quoted?.quote, isCurrent };
}

function priced(order: object | null): string {
  return JSON.stringify(order && Object.entries(order).filter(([name]) => !UNPRICED.has(name)));
}
