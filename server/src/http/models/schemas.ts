// Schema parts that many routes share. Everything is JSON Schema (TypeBox): one definition for validation, documentation and types.
import { type Static, Type } from 'typebox';
import { Model } from './models.ts';

export const Id = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

/** Text of 0 to `most` characters. */
export const Text = (most: number, description: string, more: Record<string, unknown> = {}) =>
  Type.String({ maxLength: most, description, ...more });

export const Flag = (fallback: boolean, description: string) => Type.Boolean({ default: fallback, description });

/** A value, or null where there is none. */
export const Nullable = <T extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const OneOf = <T extends string>(values: readonly T[], description: string, fallback?: T) =>
  Type.Unsafe<T>({
    type: 'string',
    enum: [...values],
    description,
    ...(fallback === undefined ? {} : { default: fallback }),
  });

/** The largest page size. */
export const LARGEST_PAGE = 1_000_000;
export const STANDARD_PAGE = 25;

/** `offset` is the number of the page, counted from 1, and `limit` its size: the style of the newer operations. */
export const PageQuery = {
  offset: Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: 'Page, counted from 1' }),
  limit: Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, default: STANDARD_PAGE, description: 'Rows per page' }),
};

/** The same for lists that are complete if a client sends neither parameter. */
export const WholeOrPageQuery = {
  offset: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Page, counted from 1; 1 by default' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_PAGE,
      description: 'Rows per page; 25 if only offset is given. Without both, all rows are on one page',
    }),
  ),
};

/** `page` and `size`: the style of the older operations. */
export const LegacyPageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: 'Page, counted from 1' }),
  size: Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, default: 100, description: 'Rows per page' }),
};

/**
 * The version of an edited object: in the model of its GET, and in the body of its change. Operations never see it: http/entities.ts adds and
 * compares it.
 */
export const versioned = {
  entityVersion: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Version of the editable members. A change that sends it back is refused if somebody else has changed the object since',
    }),
  ),
};

export const Message = Model('Message', { message: Type.String() });
export const Created = Model('Created', {
  id: Type.Integer(),
  data: Model('CreatedId', { id: Type.Integer() }),
  message: Type.String(),
});
/** The id of a queued job. */
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
