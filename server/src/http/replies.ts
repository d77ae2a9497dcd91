// The shapes of answers. Only this file makes the wire's envelopes (wire format, section 1.5).
import type { Readable } from 'node:stream';

export interface Paging {
  /** 1-based. */
  page: number;
  pageSize: number;
  total: number;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** JSON value, or a stream of bytes. */
  body: unknown;
  stream?: Readable;
}

/** `{"data": …}`, with paging headers when the list is paged. */
export function data(value: unknown, paging?: Paging): Reply {
  return { status: 200, headers: pagingHeaders(paging), body: { data: value } };
}

/** The same with further members beside the list. */
export function dataWith(value: unknown, paging: Paging, more: Record<string, unknown>): Reply {
  return { status: 200, headers: pagingHeaders(paging), body: { data: value, ...more } };
}

/** `{"Content: ": …}` of the legacy group; the name of the member really ends with a colon and a blank. */
export function legacy(value: unknown, paging?: Paging): Reply {
  return { status: 200, headers: pagingHeaders(paging), body: { 'Content: ': value } };
}

/** The object itself, without an envelope. */
export function bare(value: unknown, paging?: Paging): Reply {
  return { status: 200, headers: pagingHeaders(paging), body: value };
}

/** 201. The id comes first, and again inside `data`, because some clients read one and some the other. */
export function created(id: number, message: string, more: Record<string, unknown> = {}): Reply {
  return { status: 201, headers: {}, body: { id, data: { id, ...more }, message } };
}

export function done(message: string): Reply {
  return { status: 200, headers: {}, body: { message } };
}

export function accepted(message: string, more: Record<string, unknown> = {}): Reply {
  return { status: 202, headers: {}, body: { message, ...more } };
}

/** A download. Clients look for `Content-Disposition:` and `filename=` in exactly this spelling. */
export function download(stream: Readable, fileName: string, mediaType: string, sizeBytes?: number): Reply {
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; ${fileNameParameter(fileName)}`,
  };
  if (sizeBytes !== undefined) headers['Content-Length'] = String(sizeBytes);
  return { status: 200, headers, body: undefined, stream };
}

/**
 * The plain name comes last and without quotes, because existing clients take everything after `filename=`. If the plain form is not the whole name,
 * browsers read the other one.
 */
function fileNameParameter(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  return plain === name ? `filename=${plain}` : `filename*=UTF-8''${encodeURIComponent(name)}; filename=${plain}`;
}

/** A long JSON array, streamed row by row, so that it needs little memory. `open` and `close` surround the rows, such as `{"data":[` and `]}`. */
export function streamed(open: string, rows: AsyncIterable<unknown>, close: string, paging?: Paging): Reply {
  return {
    status: 200,
    headers: { ...pagingHeaders(paging), 'Content-Type': 'application/json; charset=utf-8' },
    body: { open, rows, close },
  };
}

function pagingHeaders(paging?: Paging): Record<string, string> {
  if (!paging) return {};
  return {
    'Current-page': String(paging.page),
    'Number-of-pages': String(pageCount(paging)),
    'Total-records': String(paging.total),
  };
}

export function pageCount({ total, pageSize }: Paging): number {
  return Math.ceil(total / pageSize);
}
