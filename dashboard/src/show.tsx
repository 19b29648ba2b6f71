import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RequestFailed } from './api/request.ts';
import { LanguageProvider, loadTexts, preferredLanguage } from './language/language.tsx';
import { theme } from './theme/theme.ts';

export const client = new QueryClient({
  defaultOptions: {
    // Without a connection a request fails at once, and the screen says so. By default it would wait for the connection,
    // and what the person has given up would be done and charged then.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // A 4xx will not change; only lost responses and server errors are worth a retry.
      retry: (failures, error) =>
        failures < 2 && error instanceof RequestFailed && (error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Shows a page in the person's language and colors. */
export async function show(page: ReactNode): Promise<void> {
  const language = preferredLanguage();
  const texts = await loadTexts(language);
  const root = createRoot(document.getElementById('root')!);
  // A transition is rendered in slices, between which a slow phone responds to touch.
  startTransition(() =>
    root.render(
      <StrictMode>
        <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
          <LanguageProvider language={language} texts={texts}>
            <QueryClientProvider client={client}>{page}</QueryClientProvider>
          </LanguageProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
}
