// Makes sentences of the messages of p4, by their words and by the kinds that Perforce gives them (`generic` of a record: include/errornum.h and msgs/ of
// the published API of Perforce). What was taken from there and what is guessed: docs/source-control-stand-ins.md.
import { Complaints } from '../complaints.ts';
import { ScmError, type ScmErrorCode } from '../member.ts';

const FINGERPRINT = /\b(?:[0-9A-F]{2}:){15,31}[0-9A-F]{2}\b/i;

/** The first that fits gives the kind. */
const KINDS: [RegExp, ScmErrorCode, (shown: string) => string][] = [
  [/password invalid|password \(P4PASSWD\) invalid|session has expired|user .* doesn't exist|has not been enabled by 'p4 protect'|login2|must be set before access|no permission for operation|protected namespace - access denied/i, 'credentials', (shown) => `${shown} does not accept these credentials`], // biome-ignore format: one claim
  [/invalid changelist\/client\/label\/date|change \d+ unknown|no (file|revision)\(s\) (at|in|before|after|below|above) that/i, 'revision', (shown) => `${shown} does not have the change list or label that is asked for`], // biome-ignore format: one claim
  [/no such file|must refer to client|no file\(s\) at|not in client view/i, 'missing', (shown) => `${shown} has no such depot or path that these credentials may read`], // biome-ignore format: one claim
  [/request too large|too many rows|maxresults|maxscanrows/i, 'tooLarge', (shown) => `${shown} lists fewer files at once than there are`], // biome-ignore format: one claim
  [/connect to server failed|tcp connect|ssl connect|connection refused|partner exited|receive failed|send failed|timed? ?out|read: socket|unable to resolve/i, 'unreachable', (shown) => `${shown} cannot be reached`], // biome-ignore format: one claim
];
const BY_GENERIC = new Map<number, ScmErrorCode>([
  [4, 'revision'],
  [6, 'credentials'],
  [17, 'missing'],
  [38, 'unreachable'],
  [39, 'tooLarge'],
]);

export class P4Failures {
  readonly #shown: string;
  readonly #complaints = new Complaints();

  constructor(shown: string) {
    this.#shown = shown;
  }

  hide(text: string, shown: string): void {
    this.#complaints.hide(text, shown);
  }

  of(message: string, generic = 0): ScmError {
    const untrusted = this.#untrusted(message);
    if (untrusted) return untrusted;
    const said = this.#complaints.plain(message, /^perforce client error:$/i);
    const because = said === '' ? '' : ` (${said})`;
    const [, kind, words] = KINDS.find(([pattern]) => pattern.test(message)) ?? [];
    const code = kind ?? BY_GENERIC.get(generic) ?? 'program';
    return new ScmError(code, `${words?.(this.#shown) ?? `p4 could not read ${this.#shown}`}${because}.`);
  }

  #untrusted(message: string): ScmError | undefined {
    if (!/authenticity of .* can't be established|identification has changed|p4 trust/i.test(message)) return undefined;
    const [fingerprint] = FINGERPRINT.exec(message) ?? [];
    const key = fingerprint === undefined ? '' : ` Its key has the fingerprint ${fingerprint.toUpperCase()}.`;
    return new ScmError(
      'refused',
      `The key of ${this.#shown} is not one that this server trusts.${key} If that is right, an administrator adds it to ASSAY_SCM_P4_FINGERPRINTS and restarts the server.`,
    );
  }
}
