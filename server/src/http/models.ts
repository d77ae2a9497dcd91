// Named schemas. Each stands once in the API description, as a component that others refer to, so that clients made from it have the
// interface document's names. A name is one more keyword of the schema, which validation does not look at.
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

export const MODEL = 'model';

/** What the keyword holds: the name, and the model's own description, which a place that uses the model may replace. */
export interface ModelName {
  name: string;
  description?: string;
}

export function modelOf(schema: object): ModelName | undefined {
  return (schema as { [MODEL]?: ModelName })[MODEL];
}

const keyword = (name: string, description?: string) => ({ [MODEL]: description ? { name, description } : { name } });

/** An object with a name. */
export function Model<P extends TProperties>(name: string, members: P, options: ModelOptions = {}): TObject<P> {
  return Type.Object(members, { ...options, ...keyword(name, options.description) });
}

interface ModelOptions {
  description?: string;
  default?: unknown;
}

/**
 * A model with defaults as callers send it: they may leave out what has a default, while answers hold everything. So the two are two
 * components, the one that is sent with Input behind its name.
 */
export function Sent<P extends TProperties>(model: TObject<P>): TObject<P> {
  const { description, default: fallback } = model as ModelOptions;
  return Model(`${nameOf(model)}Input`, model.properties, { description, default: fallback });
}

/** A list of values with a name; each place that uses it says what for, and may have a default. */
export function Enumeration<T extends string>(name: string, values: readonly T[]) {
  return (description: string, fallback?: T) =>
    Type.Unsafe<T>({
      type: 'string',
      enum: [...values],
      description,
      ...(fallback === undefined ? {} : { default: fallback }),
      ...keyword(name),
    });
}

/** One thing in the envelope of the newer operations. */
export function DataOf<T extends TSchema>(schema: T, name = `${nameOf(schema)}Answer`): TObject<{ data: T }> {
  return Model(name, { data: schema });
}

/** A whole list in the envelope. */
export function ListOf<T extends TSchema>(element: T) {
  return Model(`${nameOf(element)}List`, { data: Type.Array(element) });
}

/** A page of a list in the envelope; the paging headers say which. */
export function PageOf<T extends TSchema>(element: T) {
  return Model(`${nameOf(element)}Page`, { data: Type.Array(element) });
}

/** The envelope of the older operations. */
export function LegacyOf<T extends TSchema>(schema: T, name = `Legacy${nameOf(schema)}Answer`) {
  return Model(name, { 'Content: ': schema });
}

/** Envelopes are named after what is in them, so that must have a name. */
function nameOf(schema: TSchema): string {
  const model = modelOf(schema);
  if (!model) throw new Error(`Give this schema a name with Model(): ${JSON.stringify(schema)}`);
  return model.name;
}
