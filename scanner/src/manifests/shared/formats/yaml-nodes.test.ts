// Bytes that are read twice are parsed once, and each reader is told the same faults.
import { expect, it } from 'vitest';
import { createProblems } from '../problems.ts';
import { readYamlNodes, readYamlNodesOf } from './yaml-nodes.ts';

it.each([
  ['well-formed', 'a: 1\nb:\n  c: [2]\n'],
  ['not well-formed', 'a: [1\nb: 2\n'],
  ['too large', 'a: 1\n'.repeat(30_001)],
  ['several documents', 'a: 1\n---\na: 2\n'],
])('%s', (_, text) => {
  const bytes = Buffer.from(text);
  const expected = createProblems();
  const nodes = readYamlNodes(text, expected);
  for (let time = 0; time < 2; time++) {
    const problems = createProblems();
    const again = readYamlNodesOf(bytes, problems);
    expect(again.map((node) => [node.line, node.get('a')?.text])).toEqual(
      nodes.map((node) => [node.line, node.get('a')?.text]),
    );
    expect(problems.issues()).toEqual(expected.issues());
  }
});
