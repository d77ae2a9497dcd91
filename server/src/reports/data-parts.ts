// Parts that the schemas of a report's data share.
import { type TObject, type TProperties, Type } from 'typebox';

export const text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });
/** With explicit types, because the compiler cannot infer the type of the whole item otherwise. */
export const texts = (description?: string) =>
  Type.Unsafe<string[]>(Type.Array(Type.String(), description === undefined ? {} : { description }));
export const textByName = () => Type.Unsafe<Record<string, string>>(Type.Record(Type.String(), Type.String()));
export const exactly = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false });
