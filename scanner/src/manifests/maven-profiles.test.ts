import { expect, it } from 'vitest';
import { chosenProfiles } from './maven-profiles.ts';
import { childText, parseXml } from './xml.ts';

const DEFAULT = '<activeByDefault>true</activeByDefault>';
const property = (name: string, value = '') =>
  `<property><name>${name}</name>${value === '' ? '' : `<value>${value}</value>`}</property>`;

const cases: [title: string, activations: Record<string, string>, chosen: string[]][] = [
  ['no profile without activation', { a: '' }, []],
  ['profiles that are active by default', { a: DEFAULT, b: '', c: DEFAULT }, ['a', 'c']],
  ['a profile that requires a property not to be set', { a: property('!skip') }, ['a']],
  ['a profile that requires a property not to have a value', { a: property('mode', '!fast') }, ['a']],
  ['no profile that requires a property', { a: property('release'), b: property('mode', 'fast') }, []],
  ['no default profile beside an activated one', { a: DEFAULT, b: property('!skip') }, ['b']],
  ['a default profile beside one that is not activated', { a: DEFAULT, b: property('release') }, ['a']],
  ['no profile that depends on the machine', { a: '<jdk>[17,)</jdk>', b: '<os><family>unix</family></os>' }, []],
  [
    'no profile that depends on a property and on the machine',
    { a: `${property('!skip')}<file><missing>x</missing></file>` },
    [],
  ],
];

it.each(cases)('%s', (_, activations, chosen) => {
  const profiles = Object.entries(activations).map(
    ([id, activation]) => `<profile><id>${id}</id><activation>${activation}</activation></profile>`,
  );
  const project = parseXml(`<project><profiles>${profiles.join('')}</profiles></project>`);
  expect(project && chosenProfiles(project).map((profile) => childText(profile, 'id'))).toEqual(chosen);
});
