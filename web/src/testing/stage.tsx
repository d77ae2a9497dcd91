// A stage for tests of screens: theme, queries and links as in the page, and a real HTTP server with the answers of the
// test. All code of the screen runs, including network requests.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { BothTextsDialog } from '../editing/both-texts-dialog.tsx';
import { type Session, sessionQuery } from '../session/session.ts';
import { theme } from '../theme.ts';

// Long, because the machine may be busy with something else.
configure({ asyncUtilTimeout: 15_000 });

// happy-dom loads no fonts, but text areas that grow wait for them.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

export interface Call {
  /** `POST /components?find=x`, without the root of the API. */
  what: string;
  body: unknown;
}

/** By `METHOD /path`, without query. A function is called for each request. */
export type Answers = Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>;

export interface Answer {
  status?: number;
  body: unknown;
  total?: number;
  headers?: Readonly<Record<string, string>>;
}

export const refusal = (message: string, status = 400): Answer => ({ status, body: { errors: [{ message }] } });

export async function startStage(answers: Answers, permissions: string[] = []) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const call = await callOf(request);
    calls.push(call);
    const answer = answers[call.what.replace(/\?.*$/, '')];
    const {
      status = 200,
      body,
      total,
      headers = {},
    } = typeof answer === 'function' ? await answer(call) : (answer ?? refusal('none', 404));
    response.writeHead(status, {
      'content-type': 'application/json',
      connection: 'close',
      ...(total !== undefined && { 'Total-records': String(total) }),
      ...headers,
    });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://localhost:${port}/`);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session: Session = { id: 1, login: 'ada', firstName: 'Ada', lastName: '', email: '', permissions };
  queryClient.setQueryData(sessionQuery.queryKey, session);
  const isQuiet = () => queryClient.isFetching() + queryClient.isMutating() === 0;
  const draw = (routeTree: AnyRoute, address: string) => {
    const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
    return render(
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            {/* biome-ignore lint/suspicious/noExplicitAny: another tree of routes than the page's, which is the registered type */}
            <RouterProvider router={router as any} />
            <BothTextsDialog />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>,
    );
  };
  return {
    calls,
    /** True if the screen waits for no answer. */
    isQuiet,
    /** The requests that change something, without those that read. */
    changes: () => calls.filter(({ what }) => !what.startsWith('GET ')),
    user: userEvent.setup(),
    show: (element: ReactElement) => draw(createRootRoute({ component: () => element }), '/'),
    /** A screen of project 7 that asks for its place: under the same routes as in the page. @param tab like `files` */
    showInProject(tab: string, element: ReactElement) {
      const root = createRootRoute();
      const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
      const project = createRoute({
        getParentRoute: () => signedIn,
        path: '/projects/$projectId',
        params: { parse: ({ projectId }) => ({ projectId: Number(projectId) }) },
      });
      const screen = createRoute({ getParentRoute: () => project, path: `/${tab}`, component: () => element });
      root.addChildren([signedIn.addChildren([project.addChildren([screen])])]);
      return draw(root, `/projects/7/${tab}`);
    },
    /** Waits for open requests first. In any case nothing stays in the window, which other test files share. */
    async close() {
      try {
        await waitFor(() => {
          if (!isQuiet()) throw new Error('The screen still asks the server.');
        });
      } finally {
        cleanup();
        queryClient.clear();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    what: `${request.method} ${(request.url ?? '').replace(/^\/api/, '')}`,
    // Bodies of forms are left unchanged.
    body: text === '' ? undefined : request.headers['content-type']?.startsWith('multipart/') ? text : JSON.parse(text),
  };
}
