// Reads moz.yaml, which describes the third-party code in a folder of Firefox and related programs.
// Format: https://firefox-source-docs.mozilla.org/mozbuild/vendor/index.html
import { parse, YAMLParseError } from 'yaml';
import type { ManifestReader } from '../../member.ts';
import { withoutStacks } from '../../shared/formats/yaml-errors.ts';
import { heldPackage } from '../../shared/held.ts';
import { asFields, asText, asTexts, own, readSafely, textOf } from '../../shared/problems.ts';

/** A valid file is about a page long. For larger input a general YAML parser could need minutes. */
const MOST_BYTES = 256 * 1024;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The moz.yaml', (problems) => {
      if (bytes.length > MOST_BYTES) {
        problems.add(`The moz.yaml is larger than ${MOST_BYTES / 1024} KB; nothing was read.`);
        return [];
      }
      const text = textOf(bytes);
      const origin = asFields(own(asFields(parsed(text), 'the file', problems), 'origin'), 'origin', problems);
      const name = asText(own(origin, 'name'), 'origin.name', problems);
      if (name === '') {
        problems.add('"origin.name" is missing; nothing was read.');
        return [];
      }
      const license = own(origin, 'license');
      const found = heldPackage(
        {
          name,
          version: asText(own(origin, 'release'), 'origin.release', problems),
          revision: asText(own(origin, 'revision'), 'origin.revision', problems),
          url: asText(own(origin, 'url'), 'origin.url', problems),
          // If there are several licenses, each belongs to some parts of the code.
          license: Array.isArray(license)
            ? asTexts(license, 'origin.license', problems).join(' AND ')
            : asText(license, 'origin.license', problems),
          description: asText(own(origin, 'description'), 'origin.description', problems),
          line: text.slice(0, Math.max(0, text.search(/^[ \t]+name:/m)) + 1).split('\n').length,
          folder: '',
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

/**
 * Adds the line number to the error. The parser could do it, but it copies part of the text for each error, and each
 * character may be an error.
 */
function parsed(text: string): unknown {
  try {
    return withoutStacks(() => parse(text, { maxAliasCount: 10, prettyErrors: false }));
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw new Error(`${error.message} at line ${line}`, { cause: error });
  }
}
