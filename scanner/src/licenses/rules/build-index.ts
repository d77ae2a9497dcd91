// Builds the license index from the SPDX list and scanner/rules, as a function and as a command:
//   node scanner/src/licenses/rules/build-index.ts [OUT_FILE]
// Deterministic. The file is kept outside the repository's own files (node_modules/.cache) and is named after its inputs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { keepAllData } from '../../data-files.ts';
import { compileIndex } from '../engine/compile-index.ts';
import { indexPath, removeOldIndexes, sourceFingerprint, storeIndex } from './index-file.ts';
import { checkKnowledge } from './knowledge-check.ts';
import { builtInRules, readRuleFiles } from './rule-files.ts';
import { RULES_FOLDER } from './rules-folder.ts';
import type { SpdxText } from './spdx-texts.ts';

/** Builds the index in memory; takes a few seconds. */
export function buildIndex(source = sourceFingerprint()): SharedArrayBuffer {
  checkKnowledge();
  const require = createRequire(import.meta.url);
  const spdx = require('spdx-license-list/full') as Record<string, SpdxText>;
  const { rules, families, frames } = builtInRules(
    readRuleFiles(RULES_FOLDER),
    spdx,
    require('spdx-exceptions') as string[],
  );
  return compileIndex(rules, { families, frames, source });
}

if (import.meta.main) {
  const started = performance.now();
  const path = process.argv[2] ?? indexPath();
  storeIndex(buildIndex(), path);
  if (!process.argv[2]) {
    removeOldIndexes();
    keepAllData();
  }
  console.log(
    `license index ${path}: ${readFileSync(path).length} bytes, ${Math.round(performance.now() - started)} ms`,
  );
}
