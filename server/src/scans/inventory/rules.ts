// The detection rules that match files of a project, for its scan.
import type { Tx } from '../../db/postgres/connection.ts';
import {
  listAllDetectionRules,
  listFilesFitting,
  listFilesOfRules,
  listRemoteFilesFitting,
  listRemoteFilesOfRules,
  type NamedRule,
} from '../../db/rules.ts';
import type { MatchedDetectionRule } from '../../domain/derivation/detection-rules.ts';
import { filePatternExpression } from '../../domain/files/file-patterns.ts';
import { knownVersionName } from '../../domain/inventories/inventory.ts';
import { remotePath } from '../../domain/projects/scan-nodes.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { RemoteCode } from './remote-inventory.ts';

/** Every rule with its matching files of the project, or of one of its remote code bases; rules without any are left out. */
export async function matchDetectionRules(
  tx: Tx,
  projectId: number,
  remote?: Pick<RemoteCode, 'id' | 'alias'>,
): Promise<MatchedDetectionRule[]> {
  const rules = await listAllDetectionRules(tx);
  if (rules.length === 0) return [];
  const byDigest = remote ? await listRemoteFilesOfRules(tx, remote.id) : await listFilesOfRules(tx, projectId);
  const fitting = (expressions: string[]) =>
    remote ? listRemoteFilesFitting(tx, remote.id, expressions) : listFilesFitting(tx, projectId, expressions);
  const matched: MatchedDetectionRule[] = [];
  for (const rule of rules) {
    const files = byDigest.get(rule.id) ?? (await filesByPath(rule, fitting));
    if (files.length > 0)
      matched.push(matchedRule(rule, remote ? files.map((path) => remotePath(remote.alias, path)) : files));
  }
  return matched;
}

async function filesByPath(rule: NamedRule, fitting: (expressions: string[]) => Promise<string[]>): Promise<string[]> {
  // Patterns were checked when the rule was stored.
  const expressions = rule.paths.map(filePatternExpression).filter((one): one is string => !isRefusal(one));
  return expressions.length === 0 ? [] : fitting(expressions);
}

function matchedRule(rule: NamedRule, files: string[]): MatchedDetectionRule {
  return {
    ruleId: rule.id,
    componentId: rule.component_id,
    componentName: rule.component_name,
    componentPurl: rule.component_purl ?? '',
    componentUrl: rule.component_url,
    componentDescription: rule.component_description,
    versionId: rule.version_id,
    versionName: knownVersionName(rule.version_name),
    versionPurl: rule.version_purl ?? '',
    licenseId: rule.license_id,
    licenseName: rule.license_name,
    description: rule.description,
    url: rule.url,
    noticesText: rule.notices_text,
    auditNotes: rule.audit_notes,
    asFoundLicenseText: rule.as_found_license_text,
    files,
  };
}
