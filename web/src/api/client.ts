// The only module that calls the server. Types come from its OpenAPI description. A refusal becomes an `ApiError` with
// the text of the server. It knows no feature.
import createClient, { type Middleware } from 'openapi-fetch';
import { ownRequests } from './own-requests.ts';
import type { paths } from './schema.d.ts';

/** The root of the API on the server. The page and the API have one origin. */
export const API_ROOT = '/api';

/** A refusal or an error of the server, with a text for users. `status` is 0 if the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string;
  /** The current state of the object, if somebody else has changed it meanwhile. */
  readonly current: Record<string, unknown> | undefined;

  constructor(status: number, message: string, requestId = '', current?: Record<string, unknown>) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.requestId = requestId;
    this.current = current;
  }
}

let onUnauthorized: () => void = () => {};

/** Called when the session has ended. The router sets it, because this file must not know pages. */
export function whenUnauthorized(act: () => void): void {
  onUnauthorized = act;
}

const conduct: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('X-Assay-Request', '1');
    return request;
  },
  async onResponse({ request, response, schemaPath }) {
    if (request.method !== 'GET') ownRequests.add(response.headers.get('X-Request-Id') ?? '');
    if (response.ok) return response;
    if (response.status === 401 && schemaPath !== '/session') onUnauthorized();
    throw await refusalOf(response);
  },
  onError() {
    return new ApiError(0, 'The server cannot be reached. Check that it runs, then try again.');
  },
};

export const api = createClient<paths>({ baseUrl: API_ROOT });
api.use(conduct);

/** Returns the body of an answer. Refusals were thrown before. */
export async function bodyOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}

/** Returns a page of a list, and its position from the paging headers. */
export interface PageOf<T> {
  rows: T[];
  total: number;
}

export async function pageOf<T>(answer: Promise<{ data?: { data: T[] }; response: Response }>): Promise<PageOf<T>> {
  const { data, response } = await answer;
  const rows = data?.data ?? [];
  return { rows, total: totalIn(response, rows.length) };
}

/** The number of rows of all pages. */
export function totalIn(response: Response, shown: number): number {
  return Number(response.headers.get('Total-records') ?? shown);
}

/** Reads the three forms of refusals: those of newer operations, those of older ones, and an HTML page. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  return new ApiError(
    response.status,
    messageIn(text) ?? wordsFor(response.status),
    response.headers.get('X-Request-Id') ?? '',
    response.status === 409 || response.status === 412 ? currentIn(text) : undefined,
  );
}

function currentIn(text: string): Record<string, unknown> | undefined {
  const { data } = (bodyIn(text) ?? {}) as { data?: Record<string, unknown> };
  return typeof data === 'object' && data !== null && 'entityVersion' in data ? data : undefined;
}

function bodyIn(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

export function messageIn(text: string): string | undefined {
  const body = bodyIn(text);
  if (!body) return undefined;
  const { errors, 'Error: ': legacy } = body as { errors?: { message?: string }[]; 'Error: '?: string };
  const messages = errors?.map((error) => error.message).filter((message) => message) ?? [];
  return messages.length > 0 ? messages.join(' ') : legacy || undefined;
}

export function wordsFor(status: number): string {
  if (status === 401) return 'You are not signed in, or your session has ended.';
  if (status === 403) return 'You are not allowed to do this.';
  if (status === 404) return 'Not found, or you are not allowed to see it.';
  if (status === 413) return 'The file is larger than this server accepts.';
  if (status === 429) return 'Too many attempts. Wait a minute.';
  if (status >= 500) return 'Internal server error. The log of the server has the details.';
  return `The server answered with status ${status}.`;
}

/** Sends a file as the body of a request. Most such requests start a job and answer its id. */
export async function sendFile<Answer = { id: number }>(path: string, file: File): Promise<Answer> {
  const response = await fetch(`${API_ROOT}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'X-Assay-Request': '1',
      'X-File-Name': encodeURIComponent(file.name),
    },
    body: file,
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as Answer;
}

/** Turns anything that was thrown into a text for users. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
