// Addresses of TFVC as people write them: on a server `https://host:8080/tfs/Collection/Project/folder`, in the cloud
// `https://dev.azure.com/organisation/Project/folder`, and on both with the path that TFVC itself shows, `…/Collection/$/Project/folder`. Pure.
import { type Refusal, refuse } from '../refusal.ts';
import {
  type AddressRules,
  decodedPart,
  refuseProtocol,
  refuseUser,
  USUAL_RULES,
  withoutPassword,
} from './scm-address.ts';

export interface TfsAddress {
  /** Of the collection, without a slash at its end: `https://host:8080/tfs/Collection`. */
  collection: string;
  project: string;
  /** `$/Project/folder` */
  path: string;
}

const FORM = /^(https?):(?:\/\/)?([^/@\s-][^/@\s]*@)?(\[[0-9a-f:.]+\]|[a-z0-9][a-z0-9._-]*)(:\d{1,5})?(\/[^\r\n]+)$/i;
/** The usual first folder of a server's addresses. */
const VIRTUAL_FOLDER = 'tfs';
/** In old addresses of the cloud the organisation is part of the host, and the collection may be left out. */
const OLD_CLOUD = /\.visualstudio\.com$/i;
const OLD_COLLECTION = 'defaultcollection';

export function tfsAddress(url: string, rules: AddressRules = USUAL_RULES): TfsAddress | Refusal {
  const shown = withoutPassword(url);
  const [, protocol = '', , host = '', port = '', path = ''] = FORM.exec(url) ?? [];
  if (protocol === '' || /\p{Cc}/u.test(url))
    return wrong(`"${shown}" must be written <protocol>:<host>:<port>/<collection>/<project>, by http or https`);
  const refusal = refuseUser(url) ?? refuseProtocol(protocol.toLowerCase(), rules);
  if (refusal) return refusal;
  const segments = path.split('/').flatMap((part) => (part === '' ? [] : [decodedPart(part)]));
  if (path.includes('?') || path.includes('#') || segments.some((one) => !isName(one)))
    return wrong(
      `"${shown}" is not the address of a folder: write <collection>/<project>, or <collection>/$/<project>`,
    );
  const parts = OLD_CLOUD.test(host) ? cloudParts(segments) : partsOf(segments);
  if (parts === undefined) return wrong(`"${shown}" must name a collection and a project: <collection>/<project>`);
  const before = parts.before.map((one) => `/${encodeURIComponent(one)}`).join('');
  return {
    collection: `${protocol.toLowerCase()}://${host.toLowerCase()}${port}${before}`,
    project: parts.inside[0] as string,
    path: `$/${parts.inside.join('/')}`,
  };
}

interface Parts {
  /** Up to the collection. */
  before: string[];
  /** The project, and the folders in it. */
  inside: string[];
}

function partsOf(segments: readonly string[]): Parts | undefined {
  const root = segments.indexOf('$');
  if (root >= 0) {
    const inside = segments.slice(root + 1);
    const before = segments.slice(0, root);
    // Also `Collection/Project/$/Project`, as the web pages have it.
    const isTwice = before.length > 1 && before.at(-1)?.toLowerCase() === inside[0]?.toLowerCase();
    if (isTwice) before.pop();
    return before.length > 0 && inside.length > 0 ? { before, inside } : undefined;
  }
  const length = segments[0]?.toLowerCase() === VIRTUAL_FOLDER && segments.length > 2 ? 2 : 1;
  return segments.length > length ? { before: segments.slice(0, length), inside: segments.slice(length) } : undefined;
}

function cloudParts(segments: readonly string[]): Parts | undefined {
  if (segments[0]?.toLowerCase() === OLD_COLLECTION || segments.indexOf('$') > 0) return partsOf(segments);
  const inside = segments[0] === '$' ? segments.slice(1) : [...segments];
  return inside.length > 0 ? { before: [], inside } : undefined;
}

/** Names of TFVC: no part that leads elsewhere, and none of the characters that it forbids. */
function isName(text: string): boolean {
  return !/["/:<>\\|*?]|\p{Cc}/u.test(text) && !/^\.+$|^_(apis|git|versionControl)$/i.test(text);
}

/** What an instance may ask for. */
export function refuseTfsFields({
  changeSet = '',
  label = '',
}: {
  changeSet?: string;
  label?: string;
}): Refusal | undefined {
  if (changeSet.trim() !== '' && label.trim() !== '')
    return refuse('invalid', 'Only one of the fields "changeSet" and "label" can be given.');
  if (changeSet.trim() !== '' && changesetNumber(changeSet) === undefined)
    return refuse('invalid', `The field "changeSet" must be a number, and not "${changeSet}".`);
  if (label.trim() !== '' && labelParts(label) === undefined)
    return refuse('invalid', `The field "label" must be the name of a label, or name@$/scope, and not "${label}".`);
  return undefined;
}

/** `C1234`, as TFVC writes it, is a number as well. */
export function changesetNumber(text: string): number | undefined {
  const [, digits] = /^c?(\d{1,9})$/i.exec(text.trim()) ?? [];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
}

/** `name`, or `name@$/scope`. */
export function labelParts(text: string): { name: string; scope: string } | undefined {
  const [, name = '', scope = ''] = /^([^@]+?)(?:@(\$\/.*?))?\/?$/.exec(text.trim()) ?? [];
  return name === '' || /["/:<>\\|*?;]|\p{Cc}|^-/u.test(name) || /\p{Cc}/u.test(scope) ? undefined : { name, scope };
}

function wrong(reason: string): Refusal {
  return refuse('invalid', `The field "url" is wrong: ${reason}.`);
}
