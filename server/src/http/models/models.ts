// Named schemas. Each is one component of the API description, to which others refer, so that generated clients have the interface document's names.
// The name is a keyword of the schema that validation ignores.
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

export const MODEL = 'model';
/** What the page must know of a field of inventory items to edit and show it: a keyword of the member in the API description. */
export const ITEM_FIELD = 'x-item-field';

/** The value of the keyword: the name and the model's own description. A place that uses the model may have another description. */
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
  /** Of what members with other names must be; without it, there must be none. */
  additionalProperties?: TSchema;
  default?: unknown;
}

/**
 * A model with defaults in requests. Callers may omit members with a default, while answers have all members. So the API description has two
 * components; the one for requests has Input after its name.
 */
export function Sent<P extends TProperties>(model: TObject<P>): TObject<P> {
  const { description, default: fallback } = model as ModelOptions;
  return Model(`${nameOf(model)}Input`, model.properties, { description, default: fallback });
}

/** A named list of values. Each place that uses it has its own description, and may have a default. */
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

/** One object in the envelope of the newer operations. */
export function DataOf<T extends TSchema>(schema: T, name = `${nameOf(schema)}Answer`): TObject<{ data: T }> {
  return Model(name, { data: schema });
}

/** A whole list in the envelope. */
export function ListOf<T extends TSchema>(element: T) {
  return Model(`${nameOf(element)}List`, { data: Type.Array(element) });
}

/** A page of a list in the envelope; the paging headers name the page. */
export function PageOf<T extends TSchema>(element: T) {
  return Model(`${nameOf(element)}Page`, { data: Type.Array(element) });
}

/** The envelope of the older operations. */
export function LegacyOf<T extends TSchema>(schema: T, name = `Legacy${nameOf(schema)}Answer`) {
  return Model(name, { 'Content: ': schema });
}

/** An envelope gets its name from its content, so the content must have a name. */
function nameOf(schema: TSchema): string {
  const model = modelOf(schema);
  if (!model) throw new Error(`Give this schema a name with Model(): ${JSON.stringify(schema)}`);
  return model.name;
}
