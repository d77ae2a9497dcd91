// Reads the library of components: search, and components with their versions. found.ts writes the rows.

import { encodePurlPath } from '@assay/scanner/packages';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ComponentQuery } from '../../domain/components/component-search.ts';
import { among, inOrder, type List, type ListPage, pageOfList } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere, beginning, escapeLike } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';
import type { ComponentsTable, ComponentVersionsTable } from './tables.ts';

export type Component = Selectable<ComponentsTable>;
export type ComponentVersion = Selectable<ComponentVersionsTable>;

export function findComponent(db: Db, id: number): Promise<Component | undefined> {
  return db.selectFrom('components').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findVersion(db: Db, id: number): Promise<ComponentVersion | undefined> {
  return db.selectFrom('component_versions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Versions of these components, oldest first: by release date if known, else by the date on which the library got them. */
export function listVersions(db: Db, componentIds: number[]): Promise<ComponentVersion[]> {
  if (componentIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('component_versions')
    .selectAll()
    .where('component_id', 'in', componentIds)
    .orderBy('component_id')
    .orderBy(sql`coalesce(released_at, created_at)`)
    .orderBy('id')
    .execute();
}

/** The names of the versions of these components, by component. */
export async function listVersionNamesOf(db: Db, componentIds: readonly number[]): Promise<Map<number, string[]>> {
  if (componentIds.length === 0) return new Map();
  const { rows } = await sql<{ component_id: number; names: string[] }>`
    select component_id, array_agg(name order by id) as names from component_versions
    where component_id = any(${componentIds}::bigint[]) group by component_id`.execute(db);
  return new Map(rows.map((row) => [row.component_id, row.names]));
}

/** The distinct license expressions of the versions of these components. */
export async function listComponentExpressions(db: Db, componentIds: number[]): Promise<Map<number, string[]>> {
  if (componentIds.length === 0) return new Map();
  const { rows } = await sql<{ component_id: number; expressions: string[] }>`
    select component_id, array_agg(distinct license_expression order by license_expression) as expressions
    from component_versions where component_id = any(${componentIds}::bigint[]) and license_expression <> ''
    group by component_id`.execute(db);
  return new Map(rows.map((row) => [row.component_id, row.expressions]));
}

/** License ids that people chose for versions, by version. */
export async function listPreferredLicenses(db: Db, versionIds: number[]): Promise<Map<number, number>> {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('remembered_licenses')
    .select(['version_id', 'license_id'])
    .where('version_id', 'in', versionIds)
    .execute();
  return new Map(rows.map((row) => [row.version_id, row.license_id]));
}

/** Only pages up to this row are read in the order of names. Later pages come from the cached list. */
const LONGEST_WALK = 20_000;

/** The component ids on a page; `listComponents` reads the components. */
export async function pageOfComponents(
  db: Db,
  query: ComponentQuery,
  page: { limit: number; offset: number },
): Promise<ListPage> {
  const ids = db.selectFrom('components').select('id').where(condition(query)).orderBy(sql`lower(name)`).orderBy('id');
  const letter = onlyLetter(query);
  if (letter !== undefined && page.offset + page.limit <= LONGEST_WALK) {
    const total = await countWithLetter(db, letter);
    // Many components contain a common letter, so that reading in the order of names soon fills a page. For a rare letter
    // it would read the whole library.
    if (total > LONGEST_WALK) {
      const rows = await ids.limit(page.limit).offset(page.offset).execute();
      return { ids: Float64Array.from(rows, ({ id }) => id), total };
    }
  }
  const key = JSON.stringify(['components', query]);
  const list: List = { ids, key, changesWith: [{ list: 'components' }] };
  return pageOfList(db, list, page);
}

/** The letter, if the query searches all components for one letter in name and title. Undefined for other queries. */
function onlyLetter(query: ComponentQuery): string | undefined {
  const isOfWords =
    query.by === 'list' ? !query.onlyCustom : query.by === 'name' && ['ALL_TERMS', 'ANY_TERM'].includes(query.filter);
  const [term = '', ...more] = isOfWords && 'terms' in query ? query.terms : [];
  // Some capital letters become two characters in lower case.
  const isLetter = more.length === 0 && [...term].length === 1 && [...term.toLowerCase()].length === 1;
  return isLetter ? term : undefined;
}

async function countWithLetter(db: Db, letter: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::bigint as total from component_letters where letter = lower(${letter})`.execute(db);
  return onlyRow(rows).total;
}

/** The components of these ids in their order. */
export async function listComponents(db: Db, ids: number[]): Promise<Component[]> {
  return inOrder(ids, await db.selectFrom('components').selectAll().where('id', '=', among(ids)).execute());
}

function condition(query: ComponentQuery) {
  switch (query.by) {
    case 'list':
      return allOf([
        query.onlyCustom ? sql<SqlBool>`is_custom` : undefined,
        query.terms.length === 0 ? undefined : holdsTerms('all', query.terms),
      ]);
    case 'name':
      return nameCondition(query);
    case 'url':
      return holds('url', query.text);
    case 'cpe': {
      const { vendor, product, text, purls } = query;
      const named = allOf([
        vendor === undefined
          ? undefined
          : sql<SqlBool>`(${holds('purl', encodePurlPath(vendor))} or ${holds('url', vendor)})`,
        product === undefined ? undefined : holds('name', product),
        text === undefined ? undefined : sql<SqlBool>`(${holds('name', text)} or ${holds('title', text)})`,
      ]);
      return purls.length === 0 ? named : sql<SqlBool>`((${named}) or purl = any(${purls}::text[]))`;
    }
    case 'forge':
      return forgeCondition(query);
  }
}

function nameCondition({ filter, text, terms }: Extract<ComponentQuery, { by: 'name' }>) {
  if (filter === 'EXACT_MATCH') return sql<SqlBool>`(lower(name) = lower(${text}) or lower(title) = lower(${text}))`;
  if (filter === 'BEGINS_WITH')
    return sql<SqlBool>`(lower(name) like lower(${beginning(text)}) or lower(title) like lower(${beginning(text)}))`;
  return holdsTerms(filter === 'ALL_TERMS' ? 'all' : 'any', terms);
}

/** One condition for each term, because the index cannot search for a list of patterns. */
function holdsTerms(many: 'all' | 'any', terms: string[]) {
  // With all terms required, a term of three letters or more narrows the search better than two letters.
  const isNarrowed = many === 'all' && terms.some((term) => [...term].length > 2);
  const conditions = terms.map(isNarrowed ? wordsAreLike : wordsHold);
  return sql<SqlBool>`(${sql.join(conditions, many === 'all' ? sql` and ` : sql` or `)})`;
}

/** Written exactly as in the index. */
function wordsAreLike(term: string) {
  return sql<SqlBool>`lower(name || ' ' || title) like lower(${anywhere(term)})`;
}

/**
 * A trigram index cannot find terms of one or two letters. Two letters have an index of their own. A single letter is
 * handled by `onlyLetter`; if the search has other terms too, the table is scanned.
 */
function wordsHold(term: string) {
  if ([...term].length !== 2) return wordsAreLike(term);
  return sql<SqlBool>`(letter_pairs(lower(name || ' ' || title)) @> letter_pairs(lower(${term})) and ${wordsAreLike(term)})`;
}

/** Compares the last segments of the purl, if there is one. Custom components have only name, title and address. */
function forgeCondition({ forgeId, purlType, namespace, name }: Extract<ComponentQuery, { by: 'forge' }>) {
  const isAtForge = sql<SqlBool>`(forge_id = ${forgeId ?? -1} or purl like ${`pkg:${escapeLike(purlType ?? '\n')}/%`})`;
  const whole = namespace === undefined ? name : `${namespace}/${name}`;
  const tail = `%/${escapeLike(encodePurlPath(whole))}`;
  const isNamed = sql<SqlBool>`lower(name) in (lower(${name}), lower(${whole}))`;
  const isInNamespace =
    namespace === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(lower(name) = lower(${whole}) or ${holds('title', namespace)} or ${holds('url', namespace)})`;
  return sql<SqlBool>`(${isAtForge} and (lower(coalesce(purl, '')) like lower(${tail}) or (purl is null and ${isNamed} and ${isInNamespace})))`;
}

function holds(column: 'name' | 'title' | 'url' | 'purl', text: string) {
  const pattern = anywhere(text);
  // Must equal the expression of the index, which covers names and titles together.
  if (column === 'url' || column === 'purl')
    return sql<SqlBool>`lower(coalesce(${sql.ref(column)}, '')) like lower(${pattern})`;
  return sql<SqlBool>`(${wordsHold(text)} and lower(${sql.ref(column)}) like lower(${pattern}))`;
}

function allOf(conditions: (ReturnType<typeof sql<SqlBool>> | undefined)[]) {
  return conditions.reduce<ReturnType<typeof sql<SqlBool>>>(
    (all, one) => (one ? sql<SqlBool>`${all} and ${one}` : all),
    sql<SqlBool>`true`,
  );
}
