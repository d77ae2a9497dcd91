// Excerpts of real READMEs, changelogs, FAQs and notices: the licenses that they grant are found, those that they only name stay out.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { idsOf } from '../../expressions/index.ts';
import { primaryLicenses } from '../../packages/primary-licenses.ts';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

interface Excerpt {
  /** Package and file. */
  from: string;
  as: string;
  about: string;
  text: string;
  lists: string[];
  /** Ids that are no fault. */
  also?: string[];
  unwanted: string[];
  primary?: string;
  open?: string;
}

const index = loadLicenseIndex();
const excerpts = [
  'judged-cases-real.yaml',
  'judged-cases-real-two.yaml',
  'judged-cases-real-three.yaml',
  'judged-cases-real-four.yaml',
].flatMap((name) => parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Excerpt[]);

const fits = (pattern: string, id: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+]/g, '\\$&').replaceAll('*', '.*')}$`).test(id);

function judge({ as, text, lists, also = [], unwanted, primary }: Excerpt): void {
  const { spdx, matches } = detectLicenses(index, Buffer.from(text));
  const ids = [...new Set(spdx.flatMap(idsOf))];
  expect(lists.filter((one) => !ids.some((id) => fits(one, id)))).toEqual([]);
  const others = ids.filter((id) => ![...lists, ...also].some((one) => fits(one, id)));
  expect(others.filter((id) => unwanted.some((one) => fits(one, id)))).toEqual([]);
  if (primary === undefined) return;
  const { expression } = primaryLicenses([], [{ path: as, spdx, isSource: false, matches }], '').project;
  if (primary !== 'OR') expect(expression).toBe(primary);
  else {
    const offered = expression.split(' OR ');
    expect(offered).toHaveLength(lists.length);
    expect(lists.filter((one) => !offered.some((id) => fits(one, id)))).toEqual([]);
  }
}

const named = excerpts.map((one) => [one.from, one] as const);
it.each(named.filter(([, { open }]) => open === undefined))('%s', (_, one) => judge(one));
it.fails.each(named.filter(([, { open }]) => open !== undefined))('is not read yet: %s', (_, one) => judge(one));
