// Asks registries for packages without a recent answer, and stores the answers. Failed requests are reported, never silent.
import { parsePurl } from '@assay/scanner/packages';
import type { App } from '../app.ts';
import { listLookupSummaries, putLookup, type RegistrySettings } from '../db/registries.ts';
import { countOf } from '../domain/count-text.ts';
import { isFresh, type Lookup, NO_FACTS, type RegistryName } from '../domain/derivation/registries.ts';
import { REGISTRIES } from './list.ts';
import { RegistryError, type WantedPackage } from './registry.ts';
import { hostOf, openServer } from './server.ts';
import { loginOf } from './settings.ts';

/** Versions that need facts, by purl without version. */
export type Wanted = ReadonlyMap<string, ReadonlySet<string>>;

export interface LookUpTrouble {
  code: 'registry-failed' | 'registry-unknown' | 'registry-unresolved';
  message: string;
}

interface LookUpOptions {
  signal?: AbortSignal;
  /** Called after each answer. */
  onAnswer?: (done: number, total: number) => Promise<void>;
}

export type LookUpApp = Pick<App, 'db' | 'folder' | 'outgoing' | 'now'>;

/** After this many failures in a row, a registry is not asked for this time. */
const FAILURES_IN_A_ROW = 5;
const NAMES_LISTED = 10;
/** For all registries together; each server has a smaller limit of its own. */
const QUESTIONS_AT_ONCE = 8;

/** Asks the given registries for their packages among the wanted ones. */
export async function lookUp(
  app: LookUpApp,
  registries: readonly RegistrySettings[],
  wanted: Wanted,
  options: LookUpOptions = {},
): Promise<LookUpTrouble[]> {
  const known = await listLookupSummaries(app.db, [...wanted.keys()]);
  const trouble: LookUpTrouble[] = [];
  for (const settings of registries) {
    const due = [...wanted].flatMap(([purl, versions]) =>
      questionOf(purl, versions, settings.name, known.get(purl), app.now()),
    );
    if (due.length > 0) trouble.push(...(await fetchAll(app, settings, due, options)));
  }
  return trouble;
}

interface WantedFacts extends WantedPackage {
  purl: string;
}

function questionOf(
  purl: string,
  versions: ReadonlySet<string>,
  name: RegistryName,
  known: Lookup | undefined,
  now: Date,
): WantedFacts[] {
  if (!purl.startsWith(`pkg:${name}/`)) return [];
  const list = [...versions].filter((version) => version !== '');
  if (known !== undefined && isFresh(known, list, now)) return [];
  const read = parsePurl(purl);
  if ('problem' in read) return [];
  return [{ purl, namespace: read.value.namespace ?? '', name: read.value.name, versions: list }];
}

async function fetchAll(
  app: LookUpApp,
  settings: RegistrySettings,
  wanted: readonly WantedFacts[],
  { signal, onAnswer }: LookUpOptions,
): Promise<LookUpTrouble[]> {
  const registry = REGISTRIES[settings.name];
  const login = await loginOf(app, settings);
  const server = openServer(app, login, signal);
  const failed: { name: string; problem: string }[] = [];
  const unknown: string[] = [];
  let inARow = 0;
  let done = 0;
  const fetchOne = async (one: WantedFacts): Promise<void> => {
    signal?.throwIfAborted();
    const full = one.namespace === '' ? one.name : `${one.namespace}/${one.name}`;
    if (inARow >= FAILURES_IN_A_ROW) {
      failed.push({ name: full, problem: '' });
      return;
    }
    const answer = await answerOf(() => registry.fetchFacts(server, one));
    inARow = answer.outcome === 'FAILED' ? inARow + 1 : 0;
    if (answer.outcome === 'FAILED') failed.push({ name: full, problem: answer.problem });
    if (answer.outcome === 'NOT_FOUND') unknown.push(full);
    await putLookup(app.db, {
      purl: one.purl,
      registry: registry.name,
      host: hostOf(login),
      askedAt: app.now(),
      ...answer,
    });
    await onAnswer?.(++done, wanted.length);
  };
  const open = wanted.values();
  await Promise.all(
    Array.from({ length: QUESTIONS_AT_ONCE }, async () => {
      for (const one of open) await fetchOne(one);
    }),
  );
  return troubleOf(registry.title, failed, unknown);
}

async function answerOf(
  fetch: () => Promise<Lookup['facts'] | undefined>,
): Promise<Pick<Lookup, 'outcome' | 'facts' | 'problem'>> {
  try {
    const facts = await fetch();
    return facts === undefined
      ? { outcome: 'NOT_FOUND', facts: NO_FACTS, problem: '' }
      : { outcome: 'FOUND', facts, problem: '' };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { outcome: 'FAILED', facts: NO_FACTS, problem: error.message };
  }
}

function troubleOf(title: string, failed: { name: string; problem: string }[], unknown: string[]): LookUpTrouble[] {
  const trouble: LookUpTrouble[] = [];
  if (failed.length > 0) {
    const reasons = [...new Set(failed.map(({ problem }) => problem).filter((problem) => problem !== ''))];
    const names = named(failed.map(({ name }) => name));
    trouble.push({
      code: 'registry-failed',
      message:
        `${title} could not be queried for ${countOf(failed.length, 'package')}: ${names}. ${reasons.slice(0, 3).join(' ')}`.trim(),
    });
  }
  if (unknown.length > 0) {
    trouble.push({
      code: 'registry-unknown',
      message: `${title} does not have ${countOf(unknown.length, 'package')}: ${named(unknown)}.`,
    });
  }
  return trouble;
}

function named(names: readonly string[]): string {
  const sorted = [...names].sort();
  if (sorted.length <= NAMES_LISTED) return sorted.join(', ');
  return `${sorted.slice(0, NAMES_LISTED).join(', ')} and ${sorted.length - NAMES_LISTED} more`;
}
