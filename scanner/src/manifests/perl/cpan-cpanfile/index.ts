// Reads a cpanfile without running it.
// Format: https://metacpan.org/dist/Module-CPANfile/view/lib/cpanfile.pod

import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { SYNTAX, withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { addCpanRequest, cpanRequest, cpanScope } from '../cpan-names.ts';

/** The start of `on test => sub {`, a closing bracket, or a request. */
const STATEMENT =
  /\bon\s{1,200}\(?['"]?(\w{1,40})['"]?\s{0,200}(?:=>|,)\s{0,200}sub\s{0,200}\{|\b((?:(?:test|build|configure|author|develop)_)?(?:requires|recommends|suggests|conflicts))\s{0,200}(?:\(\s{0,200})?['"]([\w:]{1,200})['"](?:\s{0,200}(?:=>|,)\s{0,200}(?:['"]([^'"\n]{0,200})['"]|(v?[\d.]{1,200})))?|([{}])/g;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The cpanfile', (problems) => {
      const text = withoutComments(textOf(bytes), SYNTAX.hash);
      const lineAt = createLineCounter(text);
      const byName = new Map<string, ManifestRequirement>();
      /** For each open bracket the phase that it started; '' for other brackets. */
      const open: string[] = [];
      for (const found of text.matchAll(STATEMENT)) {
        const [, phase, verb, module = '', quoted, bare, bracket] = found;
        if (phase !== undefined) open.push(phase);
        else if (bracket === '{') open.push('');
        else if (bracket === '}') open.pop();
        else if (verb !== undefined && verb !== 'conflicts') {
          const own = /^(test|build|configure|author|develop)_/.exec(verb)?.[1]?.replace('author', 'develop');
          const around = own ?? open.findLast((one) => one !== '') ?? 'runtime';
          const scope = cpanScope(around, verb);
          addCpanRequest(byName, cpanRequest(module, (quoted ?? bare ?? '').trim(), scope, lineAt(found.index)));
        }
      }
      return manifestFindings('cpan', undefined, [...byName.values()], problems);
    }),
};
