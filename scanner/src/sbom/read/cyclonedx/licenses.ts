// The licenses of a component of CycloneDX: ids, names and expressions, each declared or concluded. Several of them hold together.
import { isFields, own } from '../../../items.ts';
import { type Fields, textIn } from '../fields.ts';
import { joinedLicenses } from '../joined.ts';
import type { Tally } from '../model.ts';

export function licensesOf(
  choices: readonly Fields[],
  place: string,
  tally: Tally,
): { declared: string; concluded: string } {
  const said = choices.flatMap((choice, at) => {
    const license = own(choice, 'license');
    const of = isFields(license) ? license : choice;
    const text = (
      textIn(of, 'id') ||
      textIn(of, 'expression') ||
      textIn(of, 'name') ||
      textIn(choice, 'expression')
    ).trim();
    if (text !== '' && !/^(?:NOASSERTION|NONE)$/.test(text))
      return [{ text: text.slice(0, 2000).toWellFormed(), isConcluded: textIn(of, 'acknowledgement') === 'concluded' }];
    if (text === '')
      tally.say(
        'left-out',
        `${place}.licenses[${at}]`,
        'The license has neither an id nor a name nor an expression; it was left out.',
      );
    return [];
  });
  return {
    declared: joinedLicenses(
      said.filter((one) => !one.isConcluded).map(({ text }) => text),
      'AND',
    ),
    concluded: joinedLicenses(
      said.filter((one) => one.isConcluded).map(({ text }) => text),
      'AND',
    ),
  };
}
