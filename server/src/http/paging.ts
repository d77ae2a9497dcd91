// Pages: how a caller asks for one, and the answer if it lies beyond the end.
import { AppError } from '../errors.ts';
import { LARGEST_PAGE, STANDARD_PAGE } from './models/schemas.ts';
import { type Paging, pageCount } from './replies.ts';

export interface PageRequest {
  /** 1-based. */
  page: number;
  pageSize: number;
}

export function newPage(query: { offset: number; limit: number }): PageRequest {
  return { page: query.offset, pageSize: query.limit };
}

/** One page with everything, unless the caller asks for pages. */
export function wholeOrPage({ offset, limit }: { offset?: number; limit?: number }): PageRequest {
  const isWhole = offset === undefined && limit === undefined;
  return { page: offset ?? 1, pageSize: limit ?? (isWhole ? LARGEST_PAGE : STANDARD_PAGE) };
}

export function legacyPage(query: { page: number; size: number }): PageRequest {
  return { page: query.page, pageSize: query.size };
}

/** Number of rows before the page. */
export function rowsBefore({ page, pageSize }: PageRequest): number {
  return (page - 1) * pageSize;
}

/** The page as limit and offset of a query. */
export function rangeOf(page: PageRequest): { limit: number; offset: number } {
  return { limit: page.pageSize, offset: rowsBefore(page) };
}

/**
 * The paging of an answer. A page beyond the end is refused with the text that existing clients compare. With `refuseEmpty`, an empty list is refused
 * in the same way, because clients of the operation expect it; otherwise the answer is an empty page.
 */
export function pagingOf(request: PageRequest, total: number, options: { refuseEmpty?: boolean } = {}): Paging {
  const paging = { ...request, total };
  const pages = pageCount(paging);
  if (request.page > Math.max(pages, options.refuseEmpty ? 0 : 1)) {
    throw new AppError('pageOutOfBounds', { page: request.page, total, pages });
  }
  return paging;
}
