// Makes sentences of the refusals of a TFVC server. The kind of a refusal is its `typeKey`, which is the same in every language; the numbers in its
// message (TF14019) help where an older server leaves it out.
import type { OutgoingError } from '../../outgoing/index.ts';
import type { Complaints } from '../complaints.ts';
import { ScmError, type ScmErrorCode } from '../member.ts';

/** The first that fits gives the kind. */
const KINDS: [RegExp, ScmErrorCode, (shown: string) => string][] = [
  [/ChangesetNotFound|\bTF14019\b/, 'revision', (shown) => `${shown} does not have the changeset that is asked for`],
  [/LabelNotFound|\bTF14061\b/, 'revision', (shown) => `${shown} does not have the label that is asked for`],
  [/VersionOutOfRange|VersionNotSupported/, 'program', (shown) => `${shown} is an older server than Assay can ask; it needs Team Foundation Server 2018 Update 2 or later`], // biome-ignore format: one claim
  [/AccessDenied|Unauthorized|PermissionDenied|\bTF14098\b|\bTF50309\b|\bTF400813\b/, 'credentials', (shown) => `${shown} does not let this user read it`], // biome-ignore format: one claim
  [/NotFound|DoesNotExist|\bTF200016\b|\bTF400324\b|\bVS800075\b/, 'missing', (shown) => `There is no collection, project or folder at ${shown} that this user may read`], // biome-ignore format: one claim
];

export interface RefusedAnswer {
  status: number;
  /** Values of WWW-Authenticate. */
  schemes: string;
  location: string;
  typeKey: string;
  message: string;
}

export function refusedAnswer(shown: string, answer: RefusedAnswer, complaints: Complaints): ScmError {
  const { status, schemes, location, typeKey, message } = answer;
  if (status === 401) return notSignedIn(shown, schemes);
  // The cloud answers wrong tokens with a page to sign in: directly, or by sending there.
  if (status === 203 || (status >= 300 && status < 400 && /signin|oauth2|login/i.test(location)))
    return new ScmError('credentials', `${shown} does not accept these credentials. Use a personal access token that may read code.`); // biome-ignore format: one claim
  if (status >= 300 && status < 400)
    return new ScmError('refused', `${shown} leads to another address. Redirects are not followed: name the new address.`); // biome-ignore format: one claim
  const said = complaints.plain(message, /^$/);
  const because = said === '' ? '' : ` (${said})`;
  const [, code, words] = KINDS.find(([pattern]) => pattern.test(typeKey) || pattern.test(message)) ?? [];
  if (code !== undefined && words !== undefined) return new ScmError(code, `${words(shown)}${because}.`);
  if (status === 404)
    return new ScmError('missing', `There is no collection, project or folder at ${shown} that this user may read${because}.`); // biome-ignore format: one claim
  if (status === 403) return new ScmError('credentials', `${shown} does not let this user read it${because}.`);
  if (status === 429 || status >= 500)
    return new ScmError('unreachable', `${shown} cannot answer now (status ${status})${because}.`);
  return new ScmError('program', `${shown} refused the request (status ${status})${because}.`);
}

function notSignedIn(shown: string, schemes: string): ScmError {
  const isWindowsOnly = /\b(ntlm|negotiate)\b/i.test(schemes) && !/\b(basic|bearer)\b/i.test(schemes);
  const because = isWindowsOnly
    ? ' This server offers only Windows sign-in (NTLM or Negotiate), which Assay does not speak. Use a personal access token, or let its administrator allow Basic over https.'
    : ' Give a user and password, or as the password a personal access token that may read code.';
  return new ScmError('credentials', `${shown} does not accept these credentials.${because}`);
}

export function unreachable(shown: string, error: OutgoingError): ScmError {
  const code = error.code === 'refused' ? 'refused' : error.code === 'tooLarge' ? 'tooLarge' : 'unreachable';
  return new ScmError(code, `${shown} cannot be read: ${error.message}`, { cause: error });
}
