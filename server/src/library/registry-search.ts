// Asks the registries that are switched on what they have for a search of the library, and takes what they answer into it. A search waits a short time for
// them; an answer that comes later is kept for the next search. Nothing is silent: each registry is told with its answer, its age, or why there is none.
import type { App } from '../app.ts';
import { deleteSearchesBefore, listSearches, putSearch } from '../db/components/learned.ts';
import { listLookups, putLookup, type RegistrySettings } from '../db/registries.ts';
import {
  isRecent,
  type LearnedComponent,
  learnedOf,
  oldestAnswer,
  purlOf,
  questionText,
  type RegistryQuestion,
  type RegistrySearch,
} from '../domain/components/learned.ts';
import { NO_FACTS, type PackageFacts, type RegistryName } from '../domain/derivation/registries.ts';
import { REGISTRIES } from '../registries/list.ts';
import { type Registry, RegistryError, type RegistryServer } from '../registries/registry.ts';
import { hostOf, openServer, type ServerLogin } from '../registries/server.ts';
import { enabledRegistries, loginOf } from '../registries/settings.ts';
import { learnComponents } from './learn.ts';

/** A search of a person does not wait longer. */
const SEARCH_WAIT_MS = 1500;
/** Then a registry counts as failed. */
const LATEST_MS = 20_000;
/** Of one registry for one question. */
const MOST_PACKAGES = 25;
/** Questions to registries at a time, of all searches together; further ones are told as not asked. */
const MOST_OPEN = 40;

/** What became of one registry: it answered now, its stored answer counts, it failed, it has not answered yet, or it cannot be asked this. */
export interface SearchedRegistry {
  registry: RegistryName;
  state: 'answered' | 'known' | 'failed' | 'asked' | 'impossible';
  found: number;
  /** Undefined if there is no answer. */
  askedAt?: Date;
  /** A sentence; '' if it answered. */
  problem: string;
}

type SearchApp = Pick<App, 'db' | 'folder' | 'outgoing' | 'now' | 'log'>;

/** Questions on their way, so that nobody asks the same at the same time. */
const open = new Map<string, Promise<RegistrySearch>>();

export async function searchRegistries(
  app: SearchApp,
  question: RegistryQuestion,
  { waitMs = SEARCH_WAIT_MS } = {},
): Promise<SearchedRegistry[]> {
  const enabled = await enabledRegistries(app);
  if (question.by === 'name') {
    const settings = enabled.find(({ name }) => name === question.registry);
    if (settings === undefined)
      return [impossible(question.registry, `${REGISTRIES[question.registry].title} is not switched on.`)];
    return searchEach(app, [settings], question, waitMs);
  }
  return searchEach(app, enabled, question, waitMs);
}

async function searchEach(
  app: SearchApp,
  registries: readonly RegistrySettings[],
  question: RegistryQuestion,
  waitMs: number,
): Promise<SearchedRegistry[]> {
  const known = await listSearches(app.db, questionText(question));
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, waitMs, undefined);
  });
  try {
    return await Promise.all(registries.map((settings) => searchOne(app, settings, question, known, patience)));
  } finally {
    clearTimeout(timer);
  }
}

async function searchOne(
  app: SearchApp,
  settings: RegistrySettings,
  question: RegistryQuestion,
  known: readonly RegistrySearch[],
  patience: Promise<undefined>,
): Promise<SearchedRegistry> {
  const { name } = settings;
  const problem = problemOf(REGISTRIES[name], settings, question);
  if (problem !== '') return impossible(name, problem);
  const login = searchLogin(REGISTRIES[name], await loginOf(app, settings), question);
  const stored = known.find((one) => one.registry === name && one.host === hostOf(login));
  if (stored && isRecent(stored, app.now())) return told(stored, 'known');
  const key = `${name}\n${questionText(question)}`;
  if (!open.has(key) && open.size >= MOST_OPEN)
    return { registry: name, state: 'impossible', found: 0, problem: 'Too many questions to registries are open; search again later.' }; // biome-ignore format: one claim
  const asked = open.get(key) ?? ask(app, settings, login, question, key);
  const answer = await Promise.race([asked, patience]);
  if (answer !== undefined) return told(answer, 'answered');
  const words = `${hostOf(login)} has not answered yet. Search again to see what it answers.`;
  return { registry: name, state: 'asked', found: stored?.found ?? 0, ...(stored && { askedAt: stored.askedAt }), problem: words }; // biome-ignore format: one claim
}

/** The server that is asked: its search may be another one, which gets no credentials. */
function searchLogin({ search }: Registry, login: ServerLogin, question: RegistryQuestion): ServerLogin {
  const address = question.by === 'words' ? search?.publicAddress : undefined;
  return address === undefined ? login : { address, userName: '', secret: '' };
}

const impossible = (registry: RegistryName, problem: string): SearchedRegistry => ({
  registry,
  state: 'impossible',
  found: 0,
  problem,
});

const told = ({ registry, outcome, found, askedAt, problem }: RegistrySearch, state: 'answered' | 'known') => ({
  registry,
  state: outcome === 'FAILED' ? ('failed' as const) : state,
  found,
  askedAt,
  problem,
});

/** Why a registry cannot be asked this; '' if it can. */
function problemOf({ title, search }: Registry, settings: RegistrySettings, question: RegistryQuestion): string {
  if (question.by === 'name') return '';
  if (search === undefined)
    return question.words.length === 1 ? '' : `${title} has no search; it is asked for one whole name only.`;
  return search.publicAddress !== undefined && settings.base_address !== ''
    ? `The search of ${title} is on another server than its packages, and only the one at ${new URL(search.publicAddress).host} is known; your own address has none.`
    : '';
}

/** Begins the question, and keeps its answer whoever still waits for it. */
function ask(
  app: SearchApp,
  settings: RegistrySettings,
  login: ServerLogin,
  question: RegistryQuestion,
  key: string,
): Promise<RegistrySearch> {
  const asking = answerOf(app, settings, login, question).finally(() => open.delete(key));
  open.set(key, asking);
  // Nobody may be waiting any more.
  asking.catch((error) =>
    app.log.warn({ err: error, registry: settings.name }, 'the answer of a registry was not kept'),
  );
  return asking;
}

async function answerOf(
  app: SearchApp,
  { name }: RegistrySettings,
  login: ServerLogin,
  question: RegistryQuestion,
): Promise<RegistrySearch> {
  const base = { registry: name, question: questionText(question), host: hostOf(login), askedAt: app.now() };
  try {
    const { learned, askedAt } = await packagesOf(app, REGISTRIES[name], login, question);
    const found = learned.length;
    const outcome = found === 0 ? ('NOT_FOUND' as const) : ('FOUND' as const);
    const answer: RegistrySearch = { ...base, askedAt, outcome, found, problem: '' };
    await app.db.transaction().execute(async (tx) => {
      await learnComponents(tx, learned, { kind: 'REGISTRY', name: base.host, asOf: askedAt });
      await putSearch(tx, answer);
    });
    await deleteSearchesBefore(app.db, oldestAnswer(base.askedAt));
    return answer;
  } catch (error) {
    const problem = problemIn(error, login);
    if (problem === undefined) throw error;
    const failed: RegistrySearch = { ...base, outcome: 'FAILED', found: 0, problem };
    await putSearch(app.db, failed);
    return failed;
  }
}

function problemIn(error: unknown, login: ServerLogin): string | undefined {
  if (error instanceof RegistryError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${hostOf(login)} has not answered within ${LATEST_MS / 1000} seconds.`;
  return undefined;
}

interface Asked {
  learned: LearnedComponent[];
  askedAt: Date;
}

async function packagesOf(
  app: SearchApp,
  registry: Registry,
  login: ServerLogin,
  question: RegistryQuestion,
): Promise<Asked> {
  if (question.by === 'name') return byName(app, registry, login, question);
  if (registry.search === undefined) return byName(app, registry, login, wholeName(question.words));
  const askedAt = app.now();
  const server = openServer(app, login, AbortSignal.timeout(LATEST_MS));
  const hasSearch = { is: true };
  const packages = await registry.search.find(noting(server, hasSearch), question.text, MOST_PACKAGES);
  if (hasSearch.is) return { learned: learnedOf(registry.name, packages, question.words), askedAt };
  // Mirrors often have the packages without the search.
  const asked = await byName(app, registry, login, wholeName(question.words));
  if (asked.learned.length > 0) return asked;
  throw new RegistryError(`${hostOf(login)} has no search, and no package that is named exactly like the first word.`);
}

function wholeName([word = '']: readonly string[]): { namespace: string; name: string } {
  const cut = word.lastIndexOf('/');
  return { namespace: word.slice(0, Math.max(0, cut)), name: word.slice(cut + 1) };
}

/** Notes an address of the search that is not there: a search that finds nothing has an answer. */
function noting(server: RegistryServer, hasSearch: { is: boolean }): RegistryServer {
  const noted = <T>(answer: T): T => {
    if (answer === undefined) hasSearch.is = false;
    return answer;
  };
  return { json: async (path) => noted(await server.json(path)), text: async (path) => noted(await server.text(path)) };
}

/** One package with all its versions. Scans use the answer too, and theirs is used here. */
async function byName(
  app: SearchApp,
  registry: Registry,
  login: ServerLogin,
  { namespace, name }: { namespace: string; name: string },
): Promise<Asked> {
  const now = app.now();
  const purl = purlOf(registry.name, namespace, name);
  if (purl === undefined) return { learned: [], askedAt: now };
  const stored = (await listLookups(app.db, [purl])).get(purl);
  if (stored?.host === hostOf(login) && stored.outcome !== 'FAILED' && isRecent(stored, now))
    return { learned: learnedFrom(purl, stored.facts), askedAt: stored.askedAt };
  const server = openServer(app, login, AbortSignal.timeout(LATEST_MS));
  const facts = (await registry.fetchFacts(server, { namespace, name, versions: [] })) ?? NO_FACTS;
  const outcome = facts.versions.length > 0 ? ('FOUND' as const) : ('NOT_FOUND' as const);
  const lookup = { purl, registry: registry.name, host: hostOf(login), askedAt: now, outcome, facts, problem: '' };
  await putLookup(app.db, lookup);
  return { learned: learnedFrom(purl, facts), askedAt: now };
}

/** A registry that names no version does not have the package. */
const learnedFrom = (purl: string, facts: PackageFacts): LearnedComponent[] =>
  facts.versions.length === 0 ? [] : [{ purl, facts }];
