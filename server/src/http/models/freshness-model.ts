// Adds the age of the advisories to answers with figures about vulnerabilities.
import type { TObject, TSchema } from 'typebox';
import { notComparedReasons } from '../../domain/vulnerabilities/coverage.ts';
import { type DataAge, staleInWords } from '../../domain/vulnerabilities/data-age.ts';
import type { Reply } from '../replies.ts';
import { CoverageStateValue, NotComparedReasonValue } from './enumerations.ts';
import { Model, modelOf } from './models.ts';
import { OneOf, Type } from './schemas.ts';

export const ItemCoverage = Model('ItemCoverage', {
  state: CoverageStateValue(
    'Whether the item was compared with advisories. If not, a list without vulnerabilities means nothing',
  ),
  reason: OneOf([...notComparedReasons, ''], 'Why it was not compared; blank if it was'),
  inShort: Type.String({ description: 'Such as: no data for Maven' }),
  sentence: Type.String({ description: 'The reason as a sentence' }),
  note: Type.String({ description: 'What limits the comparison, such as: only by CPE' }),
});

const CoverageSummary = Model('CoverageSummary', {
  items: Type.Integer({ description: 'Number of items that the figures are about' }),
  compared: Type.Integer({ description: 'Number of items that were compared with advisories' }),
  notCompared: Type.Integer({ description: 'Number of items that were not: for them, no vulnerability means nothing' }),
  reasons: Type.Array(
    Model('NotComparedCount', {
      reason: NotComparedReasonValue('Why they were not compared'),
      inShort: Type.String({ description: 'In words, such as: no data for Maven' }),
      count: Type.Integer(),
    }),
    { description: 'The largest number first' },
  ),
  words: Type.String({ description: 'Such as: 12 of 80 not compared: no data for Maven. Blank if all were compared' }),
});

export const freshnessMembers = {
  dataAsOf: Type.Union([Type.String(), Type.Null()], {
    description:
      'Age of the oldest source of advisories in use; null if there are no data, and then the figures mean nothing',
  }),
  dataIsStale: Type.Boolean({
    description:
      'There are no data, or they are older than the advisoryMostDays of the site: then a count of 0 proves nothing',
  }),
  dataByEcosystem: Type.Array(
    Model('EcosystemAge', {
      ecosystem: Type.String({ description: 'Such as npm or Debian 12' }),
      dataAsOf: Type.Union([Type.String(), Type.Null()]),
      dataIsStale: Type.Boolean(),
    }),
    { description: 'Age of the data that the items were compared with, by ecosystem and release' },
  ),
  coverage: CoverageSummary,
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
  'Data-coverage':
    'How many of the items were not compared with advisories, such as "12 of 80 not compared: no data for Maven"',
  'Data-stale-for': 'Ecosystems whose data are older than the advisoryMostDays of the site; blank if there are none',
};

/** Headers hold ASCII only. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

export function withFreshnessHeaders(
  reply: Reply,
  { dataAsOf, dataIsStale, dataByEcosystem, coverage }: DataAge,
): Reply {
  if (reply.status !== 200) return reply;
  const age = {
    'Data-as-of': dataAsOf ?? 'none',
    'Data-is-stale': String(dataIsStale),
    'Data-coverage': headerText(
      coverage.words || (coverage.items === 0 ? 'no items' : `all ${coverage.items} compared`),
    ),
    'Data-stale-for': headerText(staleInWords(dataByEcosystem)),
  };
  return { ...reply, headers: { ...reply.headers, ...age } };
}

/** In a list that is streamed row by row, the age comes after the rows. */
export function withFreshness(reply: Reply, age: DataAge): Reply {
  if (reply.status !== 200) return reply;
  const body = reply.body as Record<string, unknown>;
  if (typeof body.close !== 'string' || !('rows' in body)) return { ...reply, body: { ...body, ...age } };
  const members = JSON.stringify(age).slice(1);
  return { ...reply, body: { ...body, close: `${body.close.slice(0, -1)},${members}` } };
}
