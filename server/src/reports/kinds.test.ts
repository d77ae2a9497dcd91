// Every kind of report over one sample project, as golden files of its text form: `npx vitest run --project server server/src/reports -u`
// writes them anew. The other formats are tested beside their writers.
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { FORMATS } from '../documents/formats.ts';
import { text } from '../documents/text/index.ts';
import { ReportData } from './data.ts';
import { REPORT_KINDS } from './kinds.ts';
import { sampleSource, textOf } from './sample.ts';

const other = sampleSource({ lists: { inventoryItems: [] } });

it.each(REPORT_KINDS.map(({ kind, file, load }) => [kind, file, load] as const))('%s', async (_, name, load) => {
  const writer = await load();
  const source = sampleSource({ lastOn: '2026-01-02 00:00:00', other });
  const [written] = await Array.fromAsync(text.write(writer.document!(source), name));
  await expect(await textOf(written!.content)).toMatchFileSnapshot(`golden/${name}.txt`);
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

it('the description of the data is fresh', async () => {
  const schema = `${JSON.stringify(ReportData, null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot('../../../docs/report-data.schema.json');
});

it('the data of every report is what the description says', async () => {
  for (const { load } of REPORT_KINDS) {
    const { data = [] } = await load();
    const source = sampleSource();
    const lists = await Promise.all(
      data.map(async (name) => [name, await Array.fromAsync(source.list(name))] as const),
    );
    expect(Value.Errors(ReportData, { ...source.head, ...Object.fromEntries(lists) })).toEqual([]);
  }
});
