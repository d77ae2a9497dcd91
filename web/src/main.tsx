// Starts the page: translates old addresses, then sets up theme, data and router.
import '@mantine/core/styles.css';
import './styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newAddressOf } from './address/old-links.ts';
import { queryClient } from './api/query-client.ts';
import { BothTextsDialog } from './editing/both-texts-dialog.tsx';
import { Notices } from './elements/notices.tsx';
import { createAppRouter } from './router.tsx';
import { theme } from './theme.ts';

const RESTART_PAUSE_MS = 30_000;

const address = newAddressOf(location.pathname, location.hash);
if (address !== undefined) history.replaceState(null, '', address);

// A tab that was open during an upgrade of the server requests scripts that no longer exist. Then the page reloads, but
// never in a loop.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('assay-restarted-at') ?? 0);
  if (Date.now() - last < RESTART_PAUSE_MS) return;
  sessionStorage.setItem('assay-restarted-at', String(Date.now()));
  event.preventDefault();
  location.reload();
});

const router = createAppRouter(queryClient);
const colorSchemeManager = localStorageColorSchemeManager({ key: 'assay-color-scheme' });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorSchemeManager}>
      <QueryClientProvider client={queryClient}>
        <Notices />
        <RouterProvider router={router} />
        <BothTextsDialog />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
