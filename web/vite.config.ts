// How the single-page UI is built into web/dist, which the server serves. It needs no network.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes `x.js.br` and `x.js.gz` beside each text, so that the server compresses nothing at each call. */
function preCompressed(): Plugin {
  let folder = '';
  return {
    name: 'pre-compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|css|html|svg)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(folder, file);
          const bytes = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
          await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}

/** Modules of so many pages are one script: otherwise the first page would ask for dozens of small ones. */
const PAGES_OF_BASE = 30;
/** What only dialogs, menus and choices need is loaded with the first of them. */
const NOT_OF_FIRST_PAGE = new RegExp(
  [
    ...['@floating-ui', '@tanstack.(react-table|table-core|virtual-core|react-virtual)', '@mantine.form'],
    ...['src.(editing|choices)', 'elements.(form-parts|panel|kept-focus)'],
    'components.(Checkbox|Textarea|Alert|Tabs|Switch|Radio|InlineInput|Combobox|Popover|Menu|Select|Input|ScrollArea|Tooltip)',
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), preCompressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy of the server allows scripts from files only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'base', minShareCount: PAGES_OF_BASE, test: (id) => !NOT_OF_FIRST_PAGE.test(id) }],
        },
      },
    },
  },
  // `npm run -w web dev` beside a running server.
  server: { proxy: { '/api': process.env.ASSAY_SERVER ?? 'http://localhost:8888' } },
});
