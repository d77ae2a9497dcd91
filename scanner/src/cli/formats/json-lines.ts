// One JSON object per file and line, in path order. Scripts depend on this shape: add members at the end, never rename one.
import type { FileFacts } from '../../findings.ts';
import type { ScanItem } from '../../scan/index.ts';

/** A file as `jsonl` and `json` write it. */
export function fileObject(path: string, facts: FileFacts, layer?: string): object {
  return {
    path,
    size: facts.sizeBytes,
    md5: facts.md5,
    sha1: facts.sha1,
    sha256: facts.sha256,
    type: facts.kind,
    language: facts.language,
    lines: facts.lines.total,
    spdx: facts.spdx,
    licenses: facts.licenses.map(
      ({ expression, startLine, endLine, score, coverage, rule, kind, via, role, sentence }) => ({
        expression,
        startLine,
        endLine,
        score,
        coverage,
        rule,
        kind,
        ...(via === undefined ? {} : { via }),
        ...(role === undefined ? {} : { role }),
        ...(sentence === undefined ? {} : { sentence }),
      }),
    ),
    copyrights: facts.copyrights.map(({ statement, holder, years, startLine, endLine }) => ({
      statement,
      holder,
      years,
      startLine,
      endLine,
    })),
    emails: facts.emails.map(({ value }) => value),
    urls: facts.urls.map(({ value }) => value),
    packages: facts.packages.filter(({ role }) => role !== 'defines'),
    authors: facts.authors.map(({ value }) => value),
    lineCounts: { code: facts.lines.code, comment: facts.lines.comment, blank: facts.lines.blank },
    ...(layer === undefined ? {} : { layer }),
  };
}

export async function* formatJsonLines(items: AsyncIterable<ScanItem>): AsyncGenerator<string, void> {
  for await (const item of items)
    if (item.type === 'file') yield `${JSON.stringify(fileObject(item.path, item.facts, item.layer))}\n`;
}
