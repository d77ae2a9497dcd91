// Makes sentences of what svn says when it fails, by the numbers of its errors: they are the same in every language. Numbers:
// subversion/include/svn_error_codes.h of Subversion 1.10 to 1.14; six digits that begin with 0 or 67 are those of the operating system.
import type { OutgoingError } from '../../outgoing/index.ts';
import { Complaints } from '../complaints.ts';
import { ScmError, type ScmErrorCode } from '../member.ts';

/** The first whose number was said gives the kind, because svn names outer and inner reasons together. */
const KINDS: [RegExp, ScmErrorCode, (shown: string) => string][] = [
  [/^230001$/, 'unreachable', (shown) => `The certificate of ${shown} is not one that this server trusts`],
  [/^(170001|215\d{3}|175013|220001|220004)$/, 'credentials', (shown) => `${shown} does not accept these credentials`],
  [/^(160006|205000|195002)$/, 'revision', (shown) => `${shown} does not have the revision that is asked for`],
  [
    // 2 is what Apache hands on where a repository is not there.
    /^(210005|180001|160013|160005|160016|170000|200009|175009|0+2)$/,
    'missing',
    (shown) => `There is no repository or no folder at ${shown} that these credentials may read`,
  ],
  [/^(170003|170011|125002)$/, 'refused', (shown) => `${shown} leads to another place, or by another way, than this server follows`], // biome-ignore format: one claim
  [/^0+27$/, 'tooLarge', (shown) => `${shown} has a file that is larger than ASSAY_MAX_UPLOAD_BYTES allows`],
  [/^0+28$/, 'program', (shown) => `There is no space left on the disk of this server to read ${shown}`],
  [/^0+12$/, 'tooLarge', (shown) => `${shown} needs more memory than a program may have here`],
  [
    /^(170013|170012|210\d{3}|175\d{3}|120\d{3}|0\d{5}|67\d{4})$/,
    'unreachable',
    (shown) => `${shown} cannot be reached`,
  ],
];
const SIZE_LIMIT = 153;

export class SvnFailures {
  readonly #shown: string;
  readonly #complaints = new Complaints();

  constructor(shown: string) {
    this.#shown = shown;
  }

  hide(text: string, shown: string): void {
    this.#complaints.hide(text, shown);
  }

  /** @param tunnel why the way there failed, which svn only knows as a number */
  of(complaints: string, exitCode: number, tunnel?: OutgoingError): ScmError {
    if (tunnel) return new ScmError(tunnel.code === 'refused' ? 'refused' : 'unreachable', `${this.#shown} cannot be reached: ${tunnel.message}`, { cause: tunnel }); // biome-ignore format: one claim
    const said = this.#complaints.plain(complaints, /^$/);
    const because = said === '' ? '' : ` (${said})`;
    if (/host key verification failed|no .* host key is known/i.test(complaints))
      return new ScmError('refused', `The ssh host key of ${this.#shown} is not known to this server. An administrator adds it to known_hosts${because}.`); // biome-ignore format: one claim
    if (/permission denied \(/i.test(complaints))
      return new ScmError('credentials', `${this.#shown} does not accept these credentials${because}.`);
    const numbers = [...complaints.matchAll(/\b[EW](\d{6})\b/g)].map(([, number = '']) => number);
    const [, code, words] = KINDS.find(([pattern]) => numbers.some((number) => pattern.test(number))) ?? [];
    if (code !== undefined && words !== undefined) return new ScmError(code, `${words(this.#shown)}${because}.`);
    if (exitCode === SIZE_LIMIT)
      return new ScmError('tooLarge', `${this.#shown} has a file that is larger than ASSAY_MAX_UPLOAD_BYTES allows.`);
    return new ScmError('program', `svn could not read ${this.#shown}${because}.`);
  }
}
