// Judges a delivery of a push webhook: whether its sender knows the secret, whether it is fresh, and whether a project follows what was pushed. Pure.
//
//   Question                                  | No means
//   ------------------------------------------+------------------------------------------------------------------------------
//   the signature is that of the secret       | REFUSED; the sender is answered as if there were nothing at the address
//   the time of the sender, if it has one,    | REFUSED
//   is at most REPLAY_WINDOW_MS old           |
//   neither its id nor its body came before   | REPEATED (ids are remembered for REMEMBERED_DAYS)
//   it is a push to what an instance follows  | IGNORED
//   a job could be queued                     | WAITING for the job in the way, or FAILED with the reason
//
// Hosts are not compared: code hosts have other names inside a network than outside, and who knows the secret may start a synchronisation anyway.
// Where neither a branch nor a commit nor a tag is asked for, the instance follows `master` and the default branch; any branch if the sender does not
// name the default.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRefusal } from '../refusal.ts';
import type { Pushed, SenderRow, SignatureForm } from './push-senders.ts';
import { type AddressRules, decodedPart, type GitSource, gitSources, USUAL_RULES } from './scm-address.ts';
import { fitsTag } from './tag-pattern.ts';

export const pushResults = ['QUEUED', 'WAITING', 'IGNORED', 'REPEATED', 'REFUSED', 'FAILED'] as const;
export type PushResult = (typeof pushResults)[number];

/** What came of asking for a job. */
export const askedResults = ['QUEUED', 'WAITING', 'FAILED'] as const satisfies PushResult[];
export type AskedResult = (typeof askedResults)[number];

/** What a push or a schedule starts. A scan synchronises first. */
export const codeActions = ['SYNC', 'SCAN'] as const;
export type CodeAction = (typeof codeActions)[number];

const HOUR_MS = 3_600_000;
/** GitHub lets people send a delivery again for three days. */
const REPLAY_WINDOW_MS = 72 * HOUR_MS;
/** Clocks differ. */
const AHEAD_MS = HOUR_MS;
/** Longer than the window, so that what has a time is accepted once for good. */
export const REMEMBERED_DAYS = 30;
/** Of the header of signed times, which is made anew for each attempt. */
const SIGNED_TIME_MS = 5 * 60_000;

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function headerOf(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Whether the sender knows the secret. Compares in constant time. */
export function isSigned(row: SenderRow, secret: string, headers: Headers, body: Buffer, now: Date): boolean {
  return row.signatures.some((signature) => holds(signature, secret, headers, body, now));
}

function holds(signature: SignatureForm, secret: string, headers: Headers, body: Buffer, now: Date): boolean {
  const given = headerOf(headers, signature.header);
  switch (signature.form) {
    case 'token':
      return isSame(given, secret);
    case 'hmac':
      return isSame(given.toLowerCase(), signature.prefix + createHmac('sha256', secret).update(body).digest('hex'));
    case 'standard': {
      const [id, time] = [headerOf(headers, signature.id), headerOf(headers, signature.time)];
      const isFresh = /^\d{1,12}$/.test(time) && Math.abs(now.getTime() - Number(time) * 1000) <= SIGNED_TIME_MS;
      const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
      const wanted = `v1,${createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')}`;
      // While a secret is replaced, a sender gives several signatures.
      return given.split(' ').some((one) => isSame(one, wanted)) && isFresh;
    }
  }
}

/** Digests are compared, so that the time tells nothing of the lengths either. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted)) && given !== '';
}

export function isStale(sentAt: Date | undefined, now: Date): boolean {
  if (sentAt === undefined) return false;
  const age = now.getTime() - sentAt.getTime();
  return age > REPLAY_WINDOW_MS || age < -AHEAD_MS;
}

export interface FollowedInstance {
  url: string;
  settings: Record<string, unknown>;
}

/** Why nothing follows from a push, or undefined if an instance of the project follows what was pushed. */
export function whyNotFollowed(
  push: { repository: string; defaultBranch: string; pushed: readonly Pushed[] },
  instances: readonly FollowedInstance[],
  rules: AddressRules = USUAL_RULES,
): string | undefined {
  if (push.repository === '' || push.pushed.length === 0) return 'The body names no repository or no branch.';
  const sources = instances.flatMap((instance) => sourcesOf(instance, rules));
  const ofRepository = sources.filter(({ url }) => isAtPath(url, push.repository));
  if (ofRepository.length === 0) return `No Git instance of the project names the repository ${push.repository}.`;
  const kept = push.pushed.filter(({ isRemoved }) => !isRemoved);
  if (kept.length === 0) return `${refsInWords(push.pushed)} of ${push.repository} was removed.`;
  if (kept.some(({ ref }) => ofRepository.some((source) => follows(source, ref, push.defaultBranch)))) return undefined;
  return `No Git instance of the project follows ${refsInWords(kept)} of ${push.repository}.`;
}

function sourcesOf({ url, settings }: FollowedInstance, rules: AddressRules): GitSource[] {
  const [branch, commitId, tag] = [
    String(settings.branch ?? ''),
    String(settings.commitId ?? ''),
    String(settings.tag ?? ''),
  ];
  const sources = gitSources({ url, branch, commitId, tag }, rules);
  return isRefusal(sources) ? [] : sources;
}

/** `https://host/scm/KEY/name.git` is at `key/name`. */
function isAtPath(url: string, repository: string): boolean {
  const path = decodedPart(url)
    .replace(/^[a-z+]+:\/\/[^/]*/i, '')
    .replace(/^[^/:]*:/, '/')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .toLowerCase();
  return `/${path}`.endsWith(`/${repository.toLowerCase()}`);
}

const TAGS = 'refs/tags/';

function follows({ branch, commitId, tag }: GitSource, ref: string, defaultBranch: string): boolean {
  if (commitId !== '') return false;
  if (tag !== '') return ref.startsWith(TAGS) && fitsTag(tag, ref.slice(TAGS.length));
  const pushedBranch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  if (pushedBranch === undefined) return false;
  if (branch !== '') return pushedBranch === branch.replace(/^refs\/heads\//, '');
  return defaultBranch === '' || pushedBranch === 'master' || pushedBranch === defaultBranch;
}

const SHOWN_REFS = 3;

/** `branch main, tag v1 and 4 more` */
export function refsInWords(pushed: readonly Pushed[]): string {
  const names = pushed.map(({ ref }) =>
    ref
      .replace(/^refs\/heads\//, 'branch ')
      .replace(/^refs\/tags\//, 'tag ')
      .slice(0, 255),
  );
  const more = names.length - SHOWN_REFS;
  return names.slice(0, SHOWN_REFS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The form that some senders use by default: `payload=…`. */
export function jsonOfBody(body: Buffer, contentType: string): Buffer {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return body;
  return Buffer.from(new URLSearchParams(body.toString('utf8')).get('payload') ?? '');
}
