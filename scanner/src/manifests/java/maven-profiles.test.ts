import { expect, it } from 'vitest';
import { childText, parseXml } from '../../xml.ts';
import { chosenProfiles } from './maven-profiles.ts';

const DEFAULT = '<activeByDefault>true</activeByDefault>';
const property = (name: string, value = '') =>
  `<property><name>${name}</name>${value === '' ? '' : `<value>${value}</value>`}</property>`;

const jdk = (version: string) => `<jdk>${version}</jdk>`;

const cases: [title: string, activations: Record<string, string>, chosen: string[]][] = [
  ['no profile without activation', { a: '' }, []],
  ['profiles that are active by default', { a: DEFAULT, b: '', c: DEFAULT }, ['a', 'c']],
  ['a profile that requires a property not to be set', { a: property('!skip') }, ['a']],
  ['a profile that requires a property not to have a value', { a: property('mode', '!fast') }, ['a']],
  ['no profile that requires a property', { a: property('release'), b: property('mode', 'fast') }, []],
  ['no default profile beside an activated one', { a: DEFAULT, b: property('!skip') }, ['b']],
  ['a default profile beside one that is not activated', { a: DEFAULT, b: property('release') }, ['a']],
  [
    'Java by the beginning of its version, for Java 21',
    { a: jdk('21'), b: jdk('21.0'), c: jdk('1.8'), d: jdk('!1.8'), e: jdk('!21') },
    ['a', 'b', 'd'],
  ],
  [
    'Java by a range',
    {
      a: jdk('[17,)'),
      b: jdk('[1.8,11)'),
      c: jdk('(,1.8]'),
      d: jdk(' [9, 21.0.2] '),
      e: jdk('(21.0.2,)'),
      f: jdk('[17'),
    },
    ['a', 'd'],
  ],
  [
    'the system, for Linux with amd64',
    {
      a: '<os><family>Unix</family></os>',
      b: '<os><family>windows</family></os>',
      c: '<os><family>!windows</family><arch>amd64</arch></os>',
      d: '<os><name>Linux</name><arch>aarch64</arch></os>',
      e: '<os><family>mac</family></os>',
      f: '<os><version>5.0</version></os>',
      g: '<os/>',
    },
    ['a', 'c'],
  ],
  ['no default profile beside one for this Java', { a: DEFAULT, b: jdk('[1.8,)') }, ['b']],
  [
    'no profile with a condition on a file, and none with a condition that is false',
    { a: `${property('!skip')}<file><missing>x</missing></file>`, b: `${property('!skip')}${jdk('1.8')}` },
    [],
  ],
  ['a profile whose conditions are all true', { a: `${property('!skip')}${jdk('21')}` }, ['a']],
];

it.each(cases)('%s', (_, activations, chosen) => {
  const profiles = Object.entries(activations).map(
    ([id, activation]) => `<profile><id>${id}</id><activation>${activation}</activation></profile>`,
  );
  const project = parseXml(`<project><profiles>${profiles.join('')}</profiles></project>`);
  expect(project && chosenProfiles(project).map((profile) => childText(profile, 'id'))).toEqual(chosen);
});
