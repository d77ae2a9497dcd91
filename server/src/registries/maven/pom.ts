// What of a pom and of a repository's metadata is asked for. Reads XML as a stream; what is no XML says nothing.
import { SaxesParser } from 'saxes';
import { choiceOf } from '../answers.ts';

export interface Pom {
  description: string;
  url: string;
  /** Names of its licenses; several are a choice. */
  license: string;
  parent?: { group: string; artifact: string; version: string };
}

const LONGEST = 5000;

export function readPom(xml: string): Pom {
  const texts = textsByPath(xml);
  const one = (path: string) => texts.get(path)?.[0] ?? '';
  const parent = {
    group: one('project/parent/groupId'),
    artifact: one('project/parent/artifactId'),
    version: one('project/parent/version'),
  };
  const names = texts.get('project/licenses/license/name') ?? texts.get('project/licenses/license/url') ?? [];
  return {
    description: one('project/description').replace(/\s+/g, ' '),
    url: one('project/url'),
    license: choiceOf(names),
    ...(parent.group && parent.artifact && parent.version && { parent }),
  };
}

export function versionsOfMetadata(xml: string): string[] {
  return textsByPath(xml).get('metadata/versioning/versions/version') ?? [];
}

/** The texts of all elements without elements inside, by the names on the way to them. */
function textsByPath(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    path.push(name.replace(/^.*:/, ''));
    text = '';
  });
  const add = (more: string) => {
    if (text.length < LONGEST) text += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const trimmed = text.trim().slice(0, LONGEST);
    // Deeper than any place that is asked for, paths would only grow.
    if (trimmed !== '' && path.length < 10) {
      const place = path.join('/');
      const there = texts.get(place);
      if (there === undefined) texts.set(place, [trimmed]);
      else there.push(trimmed);
    }
    path.pop();
    text = '';
  });
  // What follows a fault is not read.
  parser.on('error', () => undefined);
  try {
    parser.write(xml).close();
  } catch {
    return texts;
  }
  return texts;
}
