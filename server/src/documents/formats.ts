// The family of document formats. A new one needs a folder beside these, and a line here.
import { csv } from './csv/index.ts';
import type { DocumentFormat } from './document.ts';
import { docx } from './docx/index.ts';
import { html } from './html/index.ts';
import { markdown } from './markdown/index.ts';
import { text } from './text/index.ts';
import { xlsx } from './xlsx/index.ts';

export const FORMATS = [html, xlsx, docx, csv, text, markdown] as const satisfies readonly DocumentFormat[];

export function findFormat(name: string): DocumentFormat | undefined {
  return FORMATS.find(({ format }) => format === name);
}
