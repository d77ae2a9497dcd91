import { expect, it } from 'vitest';
import { chosenProfiles } from './maven-profiles.ts';
import { childText, parseXml } from './xml.ts';

const DEFAULT = '<activeByDefault>true</activeByDefault>';
const property = (name: string, value = '') =>
  `<property><name>${name}</name>${value === '' ? '' : `<value>${value}</value>`}</property>`;

const cases: [title: string, activations: Record<string, string>, chosen: string[]][] = [
  ['none without activation', { a: '' }, []],
  ['those active by default', { a: DEFAULT, b: '', c: DEFAULT }, ['a', 'c']],
  ['one that wants a property not to be set', { a: property('!skip') }, ['a']],
  ['one that wants a property not to have a value', { a: property('mode', '!fast') }, ['a']],
  ['none that wants a property', { a: property('release'), b: property('mode', 'fast') }, []],
  ['no default beside a chosen one', { a: DEFAULT, b: property('!skip') }, ['b']],
  ['a default beside one that is not chosen', { a: DEFAULT, b: property('release') }, ['a']],
  ['none of the machine', { a: '<jdk>[17,)</jdk>', b: '<os><family>unix</family></os>' }, []],
  ['none that the machine must allow too', { a: `${property('!skip')}<file><missing>x</missing></file>` }, []],
];

it.each(cases)('%s', (_, activations, chosen) => {
  const profiles = Object.entries(activations).map(
    ([id, activation]) => `<profile><id>${id}</id><activation>${activation}</activation></profile>`,
  );
  const project = parseXml(`<project><profiles>${profiles.join('')}</profiles></project>`);
  expect(project && chosenProfiles(project).map((profile) => childText(profile, 'id'))).toEqual(chosen);
});
