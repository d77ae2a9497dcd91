// Adds the age of the advisories to answers with figures about vulnerabilities.
import type { TObject, TSchema } from 'typebox';
import type { DataAge } from '../domain/data-age.ts';
import { Model, modelOf } from './models.ts';
import type { Reply } from './replies.ts';
import { Type } from './schemas.ts';

export const freshnessMembers = {
  dataAsOf: Type.Union([Type.String(), Type.Null()], {
    description:
      'Age of the oldest source of advisories in use; null if there are no data, and then the figures mean nothing',
  }),
  dataIsStale: Type.Boolean({
    description:
      'There are no data, or they are older than the advisoryMostDays of the site: then a count of 0 proves nothing',
  }),
};

/** The envelope with the same name plus the members for the age. */
export function withFreshnessMembers(schema: TSchema): TSchema {
  const model = modelOf(schema);
  if (!model) throw new Error(`Give this schema a name with Model(): ${JSON.stringify(schema)}`);
  return Model(
    model.name,
    { ...(schema as TObject).properties, ...freshnessMembers },
    { description: model.description },
  );
}

/** Headers instead of members, for operations of the interface document, which fixes their bodies exactly. */
export const FRESHNESS_HEADERS = {
  'Data-as-of': 'Age of the oldest source of advisories in use, or "none" if there are no data',
  'Data-is-stale': '"true" if there are no data, or if they are older than the advisoryMostDays of the site',
};

export function withFreshnessHeaders(reply: Reply, { dataAsOf, dataIsStale }: DataAge): Reply {
  if (reply.status !== 200) return reply;
  const age = { 'Data-as-of': dataAsOf ?? 'none', 'Data-is-stale': String(dataIsStale) };
  return { ...reply, headers: { ...reply.headers, ...age } };
}

/** In a list that is streamed row by row, the age comes after the rows. */
export function withFreshness(reply: Reply, { dataAsOf, dataIsStale }: DataAge): Reply {
  if (reply.status !== 200) return reply;
  const body = reply.body as Record<string, unknown>;
  if (typeof body.close !== 'string' || !('rows' in body))
    return { ...reply, body: { ...body, dataAsOf, dataIsStale } };
  const members = JSON.stringify({ dataAsOf, dataIsStale }).slice(1);
  return { ...reply, body: { ...body, close: `${body.close.slice(0, -1)},${members}` } };
}
