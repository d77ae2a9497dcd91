// An entry of the audit log as a sentence: who did what to which thing, from which value to which, and how it ended.

import { type AuditChange, changesIn, valueText } from './changes.ts';
import { labelOfField } from './fields.ts';
import { type Thing, thingIn, thingNouns } from './things.ts';
import { type Words, wordsOfAction } from './words.ts';

export interface AuditFacts {
  operation: string;
  /** Blank if the server acted by itself, or somebody at the command line. */
  login: string;
  via: string;
  path: string;
  projectId: number | null;
  jobId: number | null;
  ids: Record<string, unknown>;
  details: Record<string, unknown>;
  status: string | null;
}

/** A piece of the sentence; with `kind` and `id` it names a thing that still exists. */
export interface SentencePart {
  text: string;
  kind?: string;
  id?: number;
  projectId?: number;
}

export interface NamedThing {
  name: string;
  projectId?: number;
}
interface Names {
  now: NameOf;
  gone: (thing: Thing) => string | undefined;
}
/** The present name of a thing; nothing if it is gone. */
export type NameOf = (thing: Thing) => NamedThing | undefined;

const MOST_CHANGES = 3;
const SENTENCE_VALUE = 80;

/** `goneName`: the last known name of a thing that is gone. */
export function sentenceOf(
  facts: AuditFacts,
  nameNow: NameOf,
  goneName: (thing: Thing) => string | undefined = () => undefined,
): SentencePart[] {
  const names: Names = { now: nameNow, gone: goneName };
  const found = wordsOfAction(facts.operation);
  if (!found) return [{ text: `${subjectOf(facts)} did “${facts.operation}”.` }];
  const parts = found.isJob ? jobParts(facts, found.words, names) : actionParts(facts, found.words, names);
  return joined(parts);
}

function actionParts(facts: AuditFacts, [kind, words]: Words, names: Names): SentencePart[] {
  const [verbs = '', ...others] = words.split(' ');
  const [present = verbs, past = verbs] = verbs.split('/');
  const rest = others.join(' ');
  const changes = changesIn(facts.details);
  const isDone = outcomeOf(facts.status) === 'done';
  const [only] = changes;
  const isEdit =
    past === 'changed' && changes.length === 1 && only?.after !== undefined && isDone && rest.startsWith('{');
  const verb = { done: past, refused: `tried to ${present}`, unknown: `began to ${present}` }[outcomeOf(facts.status)];
  return [
    { text: `${subjectOf(facts)} ${verb} ` },
    ...(isEdit && only ? [{ text: `the ${labelOfField(only.field)} of ` }] : []),
    ...filled(facts, rest, names),
    ...placeOf(facts, kind, words, names),
    ...(isDone ? changeParts(changes, isEdit, names) : []),
    { text: endOf(facts) },
  ];
}

function jobParts(facts: AuditFacts, [, words]: Words, names: Names): SentencePart[] {
  const end = {
    Completed: ' completed.',
    Failed: ' failed.',
    Terminated: ' was stopped.',
    Canceled: ' was canceled.',
  }[facts.status ?? ''];
  const by =
    facts.login === '' || facts.login === 'System' ? ', started by the server,' : `, asked for by ${facts.login},`;
  return [
    { text: 'The ' },
    ...filled(facts, words, names),
    { text: by },
    { text: end ?? ' began; it still runs, or another run continued it.' },
  ];
}

function subjectOf({ login, via }: Pick<AuditFacts, 'login' | 'via'>): string {
  if (via === 'system' || login === 'System') return 'The server';
  if (login !== '') return login;
  return via === 'command line' ? 'Somebody at the command line' : 'Somebody unknown';
}

type AuditOutcome = 'done' | 'refused' | 'unknown';

function outcomeOf(status: string | null): AuditOutcome {
  if (status === null) return 'unknown';
  return /^[23]\d\d$/.test(status) || status === 'Completed' ? 'done' : 'refused';
}

export const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    forbidden: 'it was not allowed',
    notFound: 'it was not found',
    badCredentials: 'name or password was wrong',
    tooManyRequests: 'there were too many attempts',
    csrf: 'the request did not come from the page',
    foreignPage: 'the request did not come from the page',
    conflict: 'somebody else had changed it meanwhile',
    preconditionFailed: 'somebody else had changed it meanwhile',
    badRequest: 'the input was not valid',
    unknownField: 'the input was not valid',
    unknownParameter: 'the input was not valid',
    alreadyExists: 'the name was taken',
    projectLocked: 'the project is locked',
    diskFull: 'the disk is full',
    unavailable: 'the server could not work',
    fault: 'the server had an error',
  }),
);

function reasonOfStatus(status: string): string {
  if (/^5/.test(status)) return 'the server had an error';
  const words: Record<string, string> = {
    '403': 'it was not allowed',
    '404': 'it was not found',
    '409': 'something else stood against it',
    '413': 'it was too large',
  };
  if (/^4/.test(status)) return words[status] ?? `the server refused the input (${status})`;
  return `it ended as “${status}”`;
}

function endOf({ status, details }: AuditFacts): string {
  const outcome = outcomeOf(status);
  if (outcome === 'done') return '.';
  if (outcome === 'unknown') return '; how it ended was not recorded.';
  const code = typeof details.error === 'string' ? details.error : '';
  const reason = REASONS.get(code) ?? reasonOfStatus(status ?? '');
  return `; it was not done, because ${reason}.`;
}

/** The project of the entry, unless the sentence has named it. */
function placeOf({ projectId }: AuditFacts, kind: string, words: string, names: Names): SentencePart[] {
  if (projectId === null || kind === 'session' || words.includes('{project}')) return [];
  return [{ text: ' in ' }, named({ kind: 'project', id: projectId }, names)];
}

const PLACEHOLDER = /(\{[^}]+\})/;

function filled(facts: AuditFacts, words: string, names: Names): SentencePart[] {
  return withoutEmptyRemarks(facts, words)
    .split(PLACEHOLDER)
    .filter((piece) => piece !== '')
    .map((piece) => (PLACEHOLDER.test(piece) ? placed(facts, piece.slice(1, -1), names) : { text: piece }));
}

/** A remark in brackets is left out if a detail that it names is not there. */
function withoutEmptyRemarks(facts: AuditFacts, words: string): string {
  return words.replaceAll(/ \([^)]*\)/g, (remark) =>
    [...remark.matchAll(/\{detail:(\w+)\}/g)].every(([, name = '']) => facts.details[name] !== undefined) ? remark : '',
  );
}

function placed(facts: AuditFacts, placeholder: string, names: Names): SentencePart {
  const [what = '', argument = ''] = placeholder.split(':');
  if (what === 'detail') return { text: valueText(facts.details[argument] ?? 'of an unknown name', SENTENCE_VALUE) };
  if (what === 'segment') return { text: segmentOf(facts.path, Number(argument)) };
  const thing = thingIn(what, facts);
  return thing ? named(thing, names, namesAtThatTime(facts)[what]) : { text: thingNouns[what]?.unknown ?? `a ${what}` };
}

function segmentOf(path: string, number: number): string {
  const segments = path.replace(/^.*?\/api\//, '').split('/');
  try {
    return decodeURIComponent(segments[number - 1] ?? 'of an unknown name');
  } catch {
    return segments[number - 1] ?? '';
  }
}

/** Names that were noted before things were deleted. */
function namesAtThatTime({ details }: AuditFacts): Record<string, unknown> {
  return typeof details.names === 'object' && details.names !== null ? (details.names as Record<string, unknown>) : {};
}

function named(thing: Thing, names: Names, earlier?: unknown): SentencePart {
  const noun = thingNouns[thing.kind] ?? { before: `${thing.kind} `, unknown: `a ${thing.kind}` };
  const now = names.now(thing);
  if (now) {
    const { id } = thing;
    const place = now.projectId === undefined ? {} : { projectId: now.projectId };
    return { text: `${noun.before}${now.name}`, kind: thing.kind, ...(typeof id === 'number' && { id }), ...place };
  }
  const last = typeof earlier === 'string' ? earlier : names.gone(thing);
  if (last !== undefined) return { text: `${noun.before}${last}` };
  if (typeof thing.id === 'string') return { text: `${noun.before}${thing.id}` };
  return { text: `${noun.unknown} (number ${thing.id}) that is gone` };
}

function changeParts(changes: AuditChange[], isEdit: boolean, names: Names): SentencePart[] {
  if (changes.length === 0) return [];
  if (isEdit) return changes.map((change) => ({ text: ` ${fromTo(change, names)}` }));
  const told = changes.slice(0, MOST_CHANGES).map((change) => `${labelOfField(change.field)} ${fromTo(change, names)}`);
  const more = changes.length - told.length;
  return [{ text: `: ${told.join(', ')}${more > 0 ? `, and ${more} more` : ''}` }];
}

function fromTo({ field, before, after }: AuditChange, names: Names): string {
  const text = (value: unknown) => `${valueText(shownValue(field, value, names.now), SENTENCE_VALUE)}`;
  if (before === undefined && after === undefined) return 'changed';
  return before === undefined ? `to ${text(after)}` : `from ${text(before)} to ${text(after)}`;
}

const KIND_OF_FIELD: Readonly<Record<string, string>> = {
  componentId: 'component',
  componentVersionId: 'version',
  versionId: 'version',
  selectedLicenseId: 'license',
  licenseId: 'license',
  ownerId: 'userId',
  folderId: 'folder',
  parentFolderId: 'folder',
  provenanceInventoryId: 'item',
};

/** Ids of changed fields are shown by the names of what they mean. */
export function thingOfField(field: string, value: unknown): Thing | undefined {
  const kind = Object.hasOwn(KIND_OF_FIELD, field) ? KIND_OF_FIELD[field] : undefined;
  return kind !== undefined &&
    Number.isSafeInteger(Number(value)) &&
    value !== '' &&
    value !== null &&
    Number(value) > 0
    ? { kind, id: Number(value) }
    : undefined;
}

export function shownValue(field: string, value: unknown, nameOf: NameOf): unknown {
  const thing = thingOfField(field, value);
  return thing ? (nameOf(thing)?.name ?? `number ${thing.id}, which is gone`) : value;
}

/** Pieces without a thing are one text. */
function joined(parts: SentencePart[]): SentencePart[] {
  const result: SentencePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last && last.kind === undefined && part.kind === undefined) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
