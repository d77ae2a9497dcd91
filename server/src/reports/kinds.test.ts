// Every kind of report over one sample project, as golden files of its text form, updated by `npx vitest run
// --project server server/src/reports -u`. The other formats are tested beside their writers.
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { csv } from '../documents/csv/index.ts';
import { FORMATS } from '../documents/formats.ts';
import { html } from '../documents/html/index.ts';
import { text } from '../documents/text/index.ts';
import { ReportData, type ReportHead } from './data.ts';
import { findReportKind, REPORT_KINDS } from './kinds.ts';
import { sampleSource, textOf } from './sample.ts';

const other = sampleSource({ lists: { inventoryItems: [] } });

it.each(REPORT_KINDS.map(({ kind, file, load }) => [kind, file, load] as const))('%s', async (_, name, load) => {
  const writer = await load();
  const source = sampleSource({ lastOn: '2026-01-02 00:00:00', other });
  const [written] = await Array.fromAsync(text.write(writer.document!(source), name));
  await expect(await textOf(written!.content)).toMatchFileSnapshot(`golden/${name}.txt`);
  const short = writer.short?.(source);
  if (short) {
    const [shortly] = await Array.fromAsync(text.write(short, name));
    await expect(await textOf(shortly!.content)).toMatchFileSnapshot(`golden/${name}-short.txt`);
  }
  for await (const file of writer.files?.(source) ?? []) {
    const content = await textOf(file.content);
    if (file.name.endsWith('.json')) await expect(content).toMatchFileSnapshot(`golden/${file.name}.txt`);
  }
});

it.each(REPORT_KINDS.map(({ kind, load }) => [kind, load] as const))(
  '%s is written in every format twice with the same bytes',
  async (_, load) => {
    const writer = await load();
    const write = async () => {
      const document = writer.document!(sampleSource({ other }));
      const files: string[] = [];
      for (const format of FORMATS)
        for await (const { name, content } of format.write(document, 'x'))
          files.push(`${name}\n${await textOf(content)}`);
      return files.join('\n');
    };
    expect(await write()).toBe(await write());
  },
);

it.each<[age: string, advisories: Partial<ReportHead['advisories']>, says: string]>([
  ['no data', { dataAsOf: null, dataIsStale: true }, 'This server has no advisory data'],
  ['old data', { dataIsStale: true }, 'as of 2026-01-05 06:00:00 UTC, out of date'],
  ['fresh data', {}, 'The advisory data as of 2026-01-05 06:00:00 UTC contain no vulnerability'],
])('an empty list of vulnerabilities says that there is %s, in pages, sheets and CSV', async (_, advisories, says) => {
  const source = sampleSource({ lists: { vulnerabilities: [] }, advisories });
  for (const name of ['AUDIT', 'PROJECT', 'VULNERABILITIES']) {
    const document = (await findReportKind(name)!.load()).document!(source);
    for (const format of [html, text, csv]) {
      const files = await Array.fromAsync(format.write(document, 'x'), async (file) => textOf(file.content));
      const all = files.join('\n').replace(/\s+/g, ' ');
      if (format !== csv) expect(all, `${name} ${format.format}`).toContain(says);
      expect(all, `${name} ${format.format}`).toMatch(
        /This server has no advisory data|data as of 2026-01-05 06:00:00 UTC/,
      );
      if (name === 'AUDIT' && format === html && advisories.dataAsOf === null)
        expect(all.split('This server has no advisory data')).toHaveLength(2);
      if (advisories.dataAsOf === null) expect(all).not.toContain('Vulnerabilities by severity');
    }
  }
});

it('short forms link to no place that they do not have', async () => {
  for (const { load } of REPORT_KINDS) {
    const writer = await load();
    const short = writer.short?.(sampleSource({ other }));
    if (!short) continue;
    const [written] = await Array.fromAsync(html.write(short, 'x'));
    const page = await textOf(written!.content);
    const ids = new Set(Array.from(page.matchAll(/ id="([^"]*)"/g), (match) => match[1]));
    const places = Array.from(page.matchAll(/ href="#([^"]*)"/g), (match) => match[1]);
    expect(places.length).toBeGreaterThan(3);
    expect(places.filter((place) => !ids.has(place))).toEqual([]);
  }
});

it('the description of the data is up to date', async () => {
  const schema = `${JSON.stringify(ReportData, null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot('../../../docs/report-data.schema.json');
});

it('the data of every report match their description', async () => {
  for (const { load } of REPORT_KINDS) {
    const { data = [] } = await load();
    const source = sampleSource();
    const lists = await Promise.all(
      data.map(async (name) => [name, await Array.fromAsync(source.list(name))] as const),
    );
    expect(Value.Errors(ReportData, { ...source.head, ...Object.fromEntries(lists) })).toEqual([]);
  }
});

it('what nobody can decide is told apart from what is open, in lists, counts and comparisons', async () => {
  const open = await Array.fromAsync(sampleSource().list('vulnerabilities'));
  const undetermined = open.map((one) => ({ ...one, state: '', isSuppressed: false, isUndetermined: true }));
  const source = sampleSource({ lists: { vulnerabilities: undetermined }, other: sampleSource() });
  const written = async (name: string) => {
    const document = (await findReportKind(name)!.load()).document!(source);
    const [file] = await Array.fromAsync(text.write(document, 'x'));
    return textOf(file!.content);
  };
  expect(await written('VULNERABILITIES')).toMatch(/UNDETERMINED[\s\S]*undetermined/);
  expect(await written('PROJECT')).toMatch(/UNDETERMINED/);
  expect((await written('COMPARISON')).replace(/\s+/g, ' ')).toMatch(/Analysis .*undetermined .*exploitable/);
});
