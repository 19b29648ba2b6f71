import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMutation } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useLanguage } from '../language/language.tsx';
import { type BenchAccount, control, type CustomerApi, type ServiceDescription } from './bench-api.ts';
import { en } from './en.ts';
import { type Desk, deskName } from './place.ts';
import { pt } from './pt.ts';

/** How often the page refreshes. */
const EVERY_MS = 3_000;

/** The operated service, and the desk in use. */
export interface Bench {
  service: ServiceDescription;
  accounts: readonly BenchAccount[];
  account: BenchAccount;
  desk: Desk;
  api: CustomerApi;
}

export const BenchContext = createContext<Bench | null>(null);

export function useBench(): Bench {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('useBench outside of BenchContext');
  return bench;
}

/** Texts of the workbench in the person's language. */
export function useWords(): typeof pt {
  return useLanguage().language === 'en' ? en : pt;
}

/** Live data of the service, read again every few seconds. */
export function useLive<Data>(name: string, read: () => Promise<Data>) {
  return useQuery({ queryKey: ['live', name], queryFn: read, refetchInterval: EVERY_MS });
}

/** Live data of one desk. */
export function useDesk<Data>(name: string, read: (api: CustomerApi) => Promise<Data>) {
  const { api, desk } = useBench();
  return useLive(`${deskName(desk)} ${name}`, () => read(api));
}

/** An action on the service; all live data is read again after it. */
export function useAction<Input = void, Output = unknown>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => client.invalidateQueries({ queryKey: ['live'] }) });
}

export const accountsQuery = { queryKey: ['live', 'accounts'], queryFn: control.accounts, refetchInterval: EVERY_MS };
