// Reads .terraform.lock.hcl: the providers in their exact versions, those of modules too. The configuration beside it
// shows which of them the project requires itself.
// Format: https://developer.hashicorp.com/terraform/language/files/dependency-lock
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { eachHclBlock, type HclBlock } from '../../shared/languages/hcl-blocks.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The .terraform.lock.hcl', (problems): PackageFinding[] => {
      const findings = eachHclBlock(textOf(bytes)).map((block) => findingOf(block, problems));
      return [...findings.filter((found) => found !== undefined)];
    }),
};

function findingOf({ type, labels, line, values, lists }: HclBlock, problems: Problems): PackageFinding | undefined {
  const [provider = ''] = labels;
  if (type !== 'provider') return undefined;
  const version = values.get('version');
  if (version === undefined)
    problems.add(
      `Line ${line}: the provider "${provider.slice(0, 100)}" should have a "version"; it was listed without it.`,
    );
  return packageOf(
    'terraform',
    provider,
    { role: 'locks', version: version ?? '', integrity: lists.get('hashes')?.[0] ?? '', line },
    problems,
  );
}
