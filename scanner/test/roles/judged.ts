// Whole files as projects write them, with the licenses that they grant and those that they only name: judged/*.yaml.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { idsOf } from '../../src/expressions/index.ts';
import { detectLicenses, loadLicenseIndex } from '../../src/licenses/index.ts';
import { primaryLicenses } from '../../src/packages/primary-licenses.ts';

export interface Judged {
  as: string;
  text: string;
  /** Ids that the file grants. */
  lists: string[];
  /** Ids that it only names, with their roles. */
  names?: Record<string, string>;
  /** '' if it grants none to the work as a whole. */
  primary?: string;
  about?: string;
  /** What is not read yet. */
  open?: string;
}

const FOLDER = new URL('./judged/', import.meta.url);

export const SETS: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace(/\.yaml$/, ''))
  .sort();

export const pathOfSet = (set: string): URL => new URL(`${set}.yaml`, FOLDER);

export const readCases = (set: string): Judged[] => parse(readFileSync(pathOfSet(set), 'utf8')) as Judged[];

export const familyOf = (id: string): string => id.replace(/ WITH .*$|-(?:only|or-later)$/g, '');

const SOURCE = /\.(?:c|h|js|ts|go|py|rs|sh)$/;
const inOrder = (expression: string): string => expression.split(' OR ').sort().join(' OR ');

export interface Reading {
  /** Granted ids that were not found. */
  missing: string[];
  /** Ids that are only named and were taken as granted. */
  unwanted: string[];
  /** The primary license, if it is another one than the judged. */
  primary?: string;
}

/** What is wrong in the reading of a file by everything that detects licenses. */
export function readingOf({ as, text, lists, names = {}, primary }: Judged): Reading {
  const { spdx, matches } = detectLicenses(loadLicenseIndex(), Buffer.from(text));
  const ids = [...new Set(spdx.flatMap(idsOf))];
  const unwanted = new Set(Object.keys(names).map(familyOf));
  const wrong = {
    missing: lists.filter((id) => !ids.includes(id)),
    unwanted: ids.filter((id) => unwanted.has(familyOf(id)) && !lists.includes(id)),
  };
  if (primary === undefined) return wrong;
  const file = { path: as, spdx, isSource: SOURCE.test(as), matches };
  const said = inOrder(primaryLicenses([], [file], '').project.expression);
  return said === inOrder(primary) ? wrong : { ...wrong, primary: said };
}
