// The whole scan as one JSON object: files, then issues and inventory. Written piece by piece, so its size is not limited.
import type { Issue } from '../../findings.ts';
import type { ScanItem } from '../../scan/index.ts';
import { fileObject } from './json-lines.ts';
import type { ScanSubject } from './subject.ts';

export async function* formatJson(items: AsyncIterable<ScanItem>, subject: ScanSubject): AsyncGenerator<string, void> {
  const { name, createdAt, tool } = subject;
  const issues: Issue[] = [];
  let files = 0;
  yield `{\n"source": ${JSON.stringify(name)},\n"createdAt": ${JSON.stringify(createdAt)},\n"tool": ${JSON.stringify(tool)},\n"files": [`;
  for await (const item of items) {
    if (item.type === 'file')
      yield `${files++ > 0 ? ',' : ''}\n${JSON.stringify(fileObject(item.path, item.facts, item.layer))}`;
    else if (item.type === 'issue') issues.push(item.issue);
    else if (item.type === 'inventory') {
      const { components, licenseOnly, licenses, primaryLicense } = item.inventory;
      yield `\n],\n"components": ${list(components)},\n"licenseOnly": ${list(licenseOnly)},\n"licenses": ${list(licenses)},\n"primaryLicense": ${JSON.stringify(primaryLicense)},\n"issues": ${list(issues)},\n`;
    } else yield `"isComplete": ${item.isComplete}\n}\n`;
  }
}

function list(values: readonly unknown[]): string {
  return values.length === 0 ? '[]' : `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`;
}
