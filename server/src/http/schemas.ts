// Schema parts that many routes share. Everything is JSON Schema (TypeBox), so that validation, documentation and types are one thing.
import { type Static, type TProperties, type TSchema, Type } from 'typebox';

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

export const DataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema });
export const LegacyOf = <T extends TSchema>(schema: T) => Type.Object({ 'Content: ': schema });
export const Message = Type.Object({ message: Type.String() });
export const Created = Type.Object({
  id: Type.Integer(),
  data: Type.Object({ id: Type.Integer() }),
  message: Type.String(),
});
export const StandardError = Type.Object({
  errors: Type.Array(Type.Object({ message: Type.String() })),
  requestId: Type.Optional(Type.String()),
});
export const LegacyError = Type.Object({
  'Arguments: ': Type.Array(Type.String()),
  'Key: ': Type.String(),
  'Error: ': Type.String(),
});

export type { Static, TProperties, TSchema };
export { Type };
