// What a server asks for before it answers: the header WWW-Authenticate. Pure.
// RFC 9110, section 11.6.1; Docker Registry v2 authentication via central service.

export interface Challenge {
  /** In small letters. */
  scheme: string;
  parameters: ReadonlyMap<string, string>;
}

const MOST_CHALLENGES = 8;
const MOST_LENGTH = 8192;
const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const PARAMETER = /([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~0-9A-Za-z:/-]+))/y;
const BLANKS = /[ \t,]*/y;

/** What is not understood ends the list. */
export function readChallenges(header: string): Challenge[] {
  const text = header.slice(0, MOST_LENGTH);
  const challenges: Challenge[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (challenges.length < MOST_CHALLENGES) {
    take(BLANKS);
    const scheme = take(TOKEN)?.[0];
    if (scheme === undefined) break;
    const parameters = new Map<string, string>();
    for (take(BLANKS); ; take(BLANKS)) {
      const found = take(PARAMETER);
      if (found === undefined) break;
      const [, name = '', quoted, plain = ''] = found;
      parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
    }
    challenges.push({ scheme: scheme.toLowerCase(), parameters });
  }
  return challenges;
}
