// Makes sentences of what git says when it fails. The patterns are those of git 2.30 to 2.50, ssh and curl with the locale C.
import type { OutgoingError } from '../../outgoing/index.ts';
import { Complaints } from '../complaints.ts';
import { ScmError, type ScmErrorCode } from '../member.ts';

/** The first line that matches gives the kind. */
const KINDS: [RegExp, ScmErrorCode, (shown: string) => string][] = [
  [
    // Lines of the other server begin with "remote:".
    /^(?!remote:).*no space left on device/im,
    'program',
    (shown) => `There is no space left on the disk of this server for the mirror of ${shown}`,
  ],
  [
    /host key verification failed|no .* host key is known/i,
    'refused',
    (shown) => `The ssh host key of ${shown} is not known to this server. An administrator adds it to known_hosts`,
  ],
  [
    /could not read username|terminal prompts disabled/i,
    'credentials',
    (shown) => `${shown} does not accept calls without credentials: it asks for a user and password`,
  ],
  [
    /permission denied \(|authentication failed|could not read password|invalid (username|credentials)|access denied$|returned error: (401|403|407)/im,
    'credentials',
    (shown) => `${shown} does not accept these credentials`,
  ],
  [
    /not our ref|unadvertised object|no such remote ref|couldn't find remote ref/i,
    'revision',
    (shown) => `${shown} does not have what is asked for`,
  ],
  [
    /returned error: (404|410)|repository .*not found|does not appear to be a git repository|repository not exported|no such repository|not valid: is this a git repository/i,
    'missing',
    (shown) => `There is no repository at ${shown} that these credentials may read`,
  ],
  [
    /transport '.*' not allowed|protocol '.*' not supported|unsupported protocol|redirect.*disallowed|unable to update url base from redirection/i,
    'refused',
    (shown) => `${shown} leads to another place that this server does not follow`,
  ],
  [
    /file size limit|died of signal 25\b|file too large/i,
    'tooLarge',
    (shown) => `${shown} is larger than ASSAY_MAX_UPLOAD_BYTES allows`,
  ],
  [
    /out of memory|malloc.* failed|mmap failed/i,
    'tooLarge',
    (shown) => `${shown} needs more memory than a program may have here`,
  ],
  [
    // Before version 2.43 git has no limit of its own, and its stack ends.
    /died of signal 11\b|maximum allowed tree depth/i,
    'tooLarge',
    (shown) => `git ended before it had read ${shown}, as it does where folders lie too deep in each other`,
  ],
  [
    /could not resolve|failed to connect|connection (refused|reset|closed|timed out)|couldn't connect|could not connect|no route to host|network is unreachable|operation timed out|ssl|certificate|early eof|hung up|unexpected disconnect|unable to access|unable to connect|cannot be reached/i,
    'unreachable',
    (shown) => `${shown} cannot be reached`,
  ],
];

/** Says nothing of the reason: that of ssh stands before it, and nobody is asked for a password here. */
const NOISE =
  /^(hint|warning):|^please make sure you have the correct access|^and the repository exists|could not read (username|password)/i;

export class GitFailures {
  readonly #shown: string;
  readonly #complaints = new Complaints();

  constructor(shown: string) {
    this.#shown = shown;
  }

  hide(text: string, shown: string): void {
    this.#complaints.hide(text, shown);
  }

  /** @param tunnel why the way there failed, which git only knows as a number */
  of(complaints: string, tunnel?: OutgoingError): ScmError {
    if (tunnel) return new ScmError(tunnel.code === 'refused' ? 'refused' : 'unreachable', `${this.#shown} cannot be reached: ${tunnel.message}`, { cause: tunnel }); // biome-ignore format: one claim
    const said = this.#complaints.plain(complaints, NOISE);
    const [, code, words] = KINDS.find(([pattern]) => pattern.test(complaints)) ?? [];
    if (code === undefined || words === undefined)
      return new ScmError('program', `git could not read ${this.#shown}${said === '' ? '' : ` (${said})`}.`);
    return new ScmError(code, `${words(this.#shown)}${said === '' ? '' : ` (${said})`}.`);
  }
}
