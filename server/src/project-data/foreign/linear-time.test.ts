// Gives every reader of foreign documents long repetitions in place of each text. None may need time that grows
// with the square of the document.

import type { Members } from '@assay/scanner/member-reader';
import { spdxOfRdf, spdxOfTagValues } from '@assay/scanner/sbom-read';
import { expectLinear, REPEATED, repeated, withEachText } from '@assay/scanner/testing';
import { describe, it } from 'vitest';
import { parse } from 'yaml';
import { IssueList } from '../document.ts';
import { FORMAT_CASES } from './format-cases.ts';
import { FOREIGN_FORMATS } from './formats.ts';

describe.each(FOREIGN_FORMATS.map((format) => [format.name, format] as const))(
  '%s',
  { timeout: 600_000 },
  (name, format) => {
    it('reads in linear time, whichever text is long', () => {
      const written = FORMAT_CASES[name]?.document;
      const document = typeof written === 'string' ? (spdxOfTagValues(written) ?? parse(written)) : written;
      const read = (text: string) => {
        const members = JSON.parse(text) as Members;
        if (format.recognizes(members)) format.read(members, new IssueList());
      };
      for (const put of withEachText(document))
        for (const sign of REPEATED) expectLinear((size) => put(repeated(sign, size)), read);
    });
  },
);

describe.each([
  ['tags of SPDX', spdxOfTagValues, 'SPDXVersion: SPDX-2.3\nPackageName: a\n'],
  ['RDF of SPDX', spdxOfRdf, '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a b="'],
] as const)('%s', { timeout: 600_000 }, (_, readText, opening) => {
  const read = (text: string) => {
    try {
      readText(text);
    } catch {
      // Broken XML is refused by its caller.
    }
  };

  it('are read in linear time', () => {
    for (const sign of [
      ...REPEATED,
      '<text>',
      '<text></text>\n',
      'PackageName: a\n',
      'Relationship: a b c\n',
      '<a>',
      '&amp;',
    ])
      for (const begun of ['', opening]) expectLinear((size) => begun + repeated(sign, size), read);
  });
});
