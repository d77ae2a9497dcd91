// Declarations of packages from which no license can be read, and what each of them says, in words for lawyers. Pure.

/** The first pattern that matches the whole declaration decides. */
const MEANINGS: readonly [declared: RegExp, words: string][] = [
  [/UNLICENSED/, 'which grants nobody any rights'],
  [/SEE LICEN[CS]E IN .+/i, 'so its terms are in the file that it names'],
  [
    /(?:the )?(?:gnu )?(?:[al]?gpl|bsd|apache|mozilla public|mpl|eclipse public|epl|cc|cc[- ]by|creative commons|artistic)(?:[- ](?:licen[cs]e|licen[cs]ed|style|like))?/i,
    'which is the name of several licenses and does not say which of them applies',
  ],
  [/public[- ]domain/i, 'which is no license; whether its authors could give up their rights depends on the country'],
  [
    /(?:other[ /])?(?:proprietary|commercial|closed[- ]source|all rights reserved)(?: licen[cs]e)?/i,
    'which is no open-source license; only its owner can tell the terms',
  ],
];

const WHOLE = MEANINGS.map(
  ([declared, words]) =>
    [new RegExp(`^(?:License :: (?:OSI Approved :: )?)?(?:${declared.source})$`, declared.flags), words] as const,
);

/** The rest of a sentence that quotes the declaration. */
export function meaningOfDeclaration(declared: string): string {
  return WHOLE.find(([pattern]) => pattern.test(declared))?.[1] ?? 'from which no license could be read';
}
