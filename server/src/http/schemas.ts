// Schema parts that many routes share. Everything is JSON Schema (TypeBox), so that validation, documentation and types are one thing.
import { type Static, Type } from 'typebox';
import { Model } from './models.ts';

export const Id = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

/** Text of 0 to `most` characters. */
export const Text = (most: number, description: string, more: Record<string, unknown> = {}) =>
  Type.String({ maxLength: most, description, ...more });

export const Flag = (fallback: boolean, description: string) => Type.Boolean({ default: fallback, description });

export const OneOf = <T extends string>(values: readonly T[], description: string, fallback?: T) =>
  Type.Unsafe<T>({
    type: 'string',
    enum: [...values],
    description,
    ...(fallback === undefined ? {} : { default: fallback }),
  });

/** Rows of the largest page that can be asked for. */
export const LARGEST_PAGE = 1_000_000;
export const STANDARD_PAGE = 25;

/** `offset` is the number of the page, counted from 1, and `limit` its size: the style of the newer operations. */
export const PageQuery = {
  offset: Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: 'Page, counted from 1' }),
  limit: Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, default: STANDARD_PAGE, description: 'Rows per page' }),
};

/** The same for lists that clients read whole by naming neither parameter. */
export const WholeOrPageQuery = {
  offset: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Page, counted from 1; 1 when absent' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_PAGE,
      description: 'Rows per page; 25 when only offset is given. Without both, all rows are one page',
    }),
  ),
};

/** `page` and `size`: the style of the older operations. */
export const LegacyPageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: 'Page, counted from 1' }),
  size: Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, default: 100, description: 'Rows per page' }),
};

/**
 * The version of a thing that people edit: in the model that its GET shows, and in the body of its change. An operation never sees it:
 * http/entities.ts puts it in and compares it.
 */
export const versioned = {
  entityVersion: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Version of what people edit of it; sent back with a change, the change is refused when somebody else came first',
    }),
  ),
};

export const Message = Model('Message', { message: Type.String() });
export const Created = Model('Created', {
  id: Type.Integer(),
  data: Model('CreatedId', { id: Type.Integer() }),
  message: Type.String(),
});
/** A job was queued: its id. */
export const Queued = Model('Queued', { message: Type.String(), id: Type.Integer() });
export const StandardError = Model('Error', {
  errors: Type.Array(Model('ErrorMessage', { message: Type.String() })),
  requestId: Type.Optional(Type.String()),
});
export const LegacyError = Model('LegacyError', {
  'Arguments: ': Type.Array(Type.String()),
  'Key: ': Type.String(),
  'Error: ': Type.String(),
});

export { DataOf, Enumeration, LegacyOf, ListOf, Model, PageOf, Sent } from './models.ts';
export type { Static };
export { Type };
