// Issues about license expressions that cannot be read, or only in part: in tags, in manifests, in machine-readable copyright files.
// What could be read is kept, so the issue is the only sign that something is missing. Pure.
import { expressionFault } from '../expressions/index.ts';
import type { Issue, PackageFinding } from '../findings.ts';
import type { LicenseDetection } from '../licenses/index.ts';
import { licenseFieldsOf } from '../licenses/reading/dep5.ts';

/** Most issues of one file; a last one counts the others. */
const MOST_ISSUES = 10;

export const brokenTagIssues = (tags: LicenseDetection['brokenTags']): Issue[] =>
  issuesOf(
    tags.map(
      ({ line, written, fault, isRead }) =>
        `The expression "${written}" ${fault} (SPDX tag in line ${line}); ${isRead ? 'what could be read of it is kept' : 'nothing of it could be read'}.`,
    ),
    'bad-license-tag',
  );

/** The license fields of a machine-readable copyright file of Debian, which has commas in its expressions. */
export const brokenFieldIssues = (text: Uint8Array): Issue[] =>
  issuesOf(
    licenseFieldsOf(text).flatMap(({ line, written }) => {
      const fault = expressionFault(written.replace(/,/g, ' '));
      return fault === undefined
        ? []
        : [`The expression "${written}" ${fault} (license field in line ${line}); what could be read of it is kept.`];
    }),
    'bad-license-tag',
  );

/** The licenses that packages of a manifest declare. */
export const brokenDeclarationIssues = (packages: readonly PackageFinding[]): Issue[] =>
  issuesOf(
    packages.flatMap(({ name, declaredLicense, line }) => {
      const fault = expressionFault(declaredLicense);
      const place = line === undefined ? '' : `, line ${line}`;
      return fault === undefined
        ? []
        : [
            `The expression "${declaredLicense}" ${fault} (license of ${name}${place}); what could be read of it is kept.`,
          ];
    }),
    'bad-manifest',
  );

function issuesOf(messages: readonly string[], code: Issue['code']): Issue[] {
  const distinct = [...new Set(messages)];
  const told = distinct.slice(0, MOST_ISSUES).map((message): Issue => ({ code, path: '', message }));
  const left = distinct.length - told.length;
  if (left > 0) told.push({ code, path: '', message: `${left} more license expressions cannot be read as they are.` });
  return told;
}
