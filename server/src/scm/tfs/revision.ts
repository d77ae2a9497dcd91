// What an instance asks for: the changeset at which files are read, and what tells whether anything changed since the last time.
import { changesetNumber, labelParts, refuseTfsFields, type TfsAddress } from '../../domain/scm/tfs-address.ts';
import { ScmError } from '../member.ts';
import type { TfsClient } from './client.ts';
import { Changesets, type Label, Labels, OneChangeset } from './schema.ts';

export type Asked = { changeset: number | undefined } | { label: string; scope: string };

export interface FoundRevision {
  /** For people: `changeset 12`, `label R1`, `latest`. */
  asked: string;
  /** Changes when what is read changes. */
  revision: string;
  /** The files are those of a label, or those of a changeset. */
  label?: number;
  changeset?: number;
}

const LABELS_AT_ONCE = 100;
const MOST_LABELS = 10_000;

export function askedOf(settings: Record<string, unknown>): Asked {
  const text = (name: string) => (typeof settings[name] === 'string' ? (settings[name] as string) : '');
  const fields = { changeSet: text('changeSet'), label: text('label') };
  const refusal = refuseTfsFields(fields);
  if (refusal) throw new ScmError('revision', refusal.refusal.message);
  const parts = fields.label.trim() === '' ? undefined : labelParts(fields.label);
  return parts ? { label: parts.name, scope: parts.scope } : { changeset: changesetNumber(fields.changeSet) };
}

export function findRevision(
  client: TfsClient,
  address: TfsAddress,
  asked: Asked,
  limits: { signal: AbortSignal; timeoutMs: number },
): Promise<FoundRevision> {
  return 'label' in asked
    ? findLabel(client, address, asked, limits)
    : findChangeset(client, address, asked.changeset, limits);
}

async function findChangeset(
  client: TfsClient,
  { path }: TfsAddress,
  asked: number | undefined,
  limits: { signal: AbortSignal; timeoutMs: number },
): Promise<FoundRevision> {
  const newest = async (criteria: Record<string, string>) => {
    const query = { $top: '1', $orderby: 'id desc', maxCommentLength: '0', ...criteria };
    return (await client.get(Changesets, 'changesets', query, limits)).value[0]?.changesetId;
  };
  // Named, so that what comes in between is not read under the number of what was before.
  const at = asked === undefined ? await newest({}) : (await client.get(OneChangeset, `changesets/${asked}`, {}, limits)).changesetId; // biome-ignore format: one claim
  const changed = at === undefined ? undefined : await newest({ 'searchCriteria.itemPath': path, 'searchCriteria.toId': String(at) }); // biome-ignore format: one claim
  if (at === undefined || changed === undefined)
    throw new ScmError(
      asked === undefined ? 'missing' : 'revision',
      `${client.shown} has no file in ${path}${asked === undefined ? '' : ` in the changeset ${asked}`} that this user may read.`,
    );
  return {
    asked: asked === undefined ? 'latest' : `changeset ${asked}`,
    revision: String(changed),
    changeset: at,
  };
}

async function findLabel(
  client: TfsClient,
  { path }: TfsAddress,
  { label, scope }: { label: string; scope: string },
  limits: { signal: AbortSignal; timeoutMs: number },
): Promise<FoundRevision> {
  const found: Label[] = [];
  const query = { 'requestData.name': label, ...(scope === '' ? {} : { 'requestData.labelScope': scope }) };
  for await (const one of paged(
    (page) => client.get(Labels, 'labels', { ...query, ...page }, limits),
    LABELS_AT_ONCE,
  )) {
    if (isSame(one.name, label) && fits(one, path, scope)) found.push(one);
    if (found.length > MOST_LABELS) throw new ScmError('tooLarge', `${client.shown} has more than ${MOST_LABELS} labels ${label}.`); // biome-ignore format: one claim
  }
  const [only, ...others] = found;
  if (only === undefined) throw new ScmError('revision', `${client.shown} has no label ${label} for ${path}.`);
  if (others.length > 0)
    throw new ScmError(
      'revision',
      `${client.shown} has several labels ${label}: write one of ${found.map(({ name, labelScope = '$/' }) => `${name}@${labelScope}`).join(', ')}.`,
    );
  return { asked: `label ${only.name}`, revision: `label ${only.id} of ${only.modifiedDate}`, label: only.id };
}

/** A label belongs to a folder: it may have files at, in or around the folder of the instance. */
function fits({ labelScope = '$/' }: Label, path: string, scope: string): boolean {
  if (scope !== '') return isSame(labelScope.replace(/(?<=.)\/+$/, ''), scope);
  return isInside(path, labelScope) || isInside(labelScope, path);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Paths of TFVC are the same in any case. */
export function isInside(path: string, folder: string): boolean {
  const plain = folder.replace(/\/+$/, '').toLowerCase();
  return path.toLowerCase() === plain || path.toLowerCase().startsWith(`${plain}/`);
}

/** Pages until an empty one: a server may give less than it is asked for. One that gives the same page again is refused. */
export async function* paged<T>(
  ask: (page: { $top: string; $skip: string }) => Promise<{ value: T[] }>,
  atOnce: number,
): AsyncGenerator<T, void> {
  let before = '';
  for (let skip = 0; ; ) {
    const { value } = await ask({ $top: String(atOnce), $skip: String(skip) });
    if (value.length === 0) return;
    const first = JSON.stringify(value[0]);
    if (first === before) throw new ScmError('program', 'The server sent the same page twice.');
    before = first;
    yield* value;
    skip += value.length;
  }
}
