// Where statements end inside a line, and which words belong to a shell, a template or the next argument and not to the holder.
import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { findCopyrights } from './index.ts';

const holdersOf = (text: string): string[] =>
  findCopyrights(Buffer.from(text)).copyrights.map(({ holder, years }) => `${years} ${holder}`.trim());

const one = '2020 Ben Pine';

it.each<[line: string, holders: string[]]>([
  ['echo "# SPDX-FileCopyrightText: © 2020 Ben Pine <https://pine.example>" > .gitignore', [one]],
  ['echo "# SPDX-FileCopyrightText: 2020 Ben Pine" >> NOTICE && git add .', [one]],
  ['echo # SPDX-FileCopyrightText: 2020 Ben Pine > NOTICE', [one]],
  ['RUN echo "Copyright 2020 Ben Pine" > /etc/motd && chmod 644 /etc/motd', [one]],
  ['\t@echo Copyright 2020 Ben Pine > $@', [one]],
  ['echo Copyright 2020 Ben Pine>>out.txt & goto end', [one]],
  ['printf "Copyright 2020 Ben Pine\\n" | tee LICENSE', [one]],
  ["echo 'Copyright 2020 Ben Pine' >> File", [one]],
  ["VALUES ('Copyright 2020 Ben Pine', 'MIT License');", [one]],
  ['printf("Copyright 2020 Ben Pine (%s)\\n", Version);', [one]],
  ['printf "// Copyright (c) %d %s\\n" "$year" "$name"', []],
  ['set(CPACK_COPYRIGHT "Copyright 2020 Ben Pine" PARENT_SCOPE)', [one]],
  ['Write-Host "Copyright 2020 Ben Pine"; Exit', [one]],
  ['{"copyright":"Copyright 2020 Ben Pine","license":"MIT"}', [one]],
  ['/* Copyright 2020 Ben Pine */ Foo Bar;', [one]],
  ['<!-- Copyright 2020 Ben Pine --> Hello World', [one]],
  ['<copyright>Copyright 2020 Ben Pine</copyright><author>Ann Oak</author>', [one]],
  ['{# Copyright 2020 Ben Pine #} Hello World', [one]],
  ['<%# Copyright 2020 Ben Pine %> Hello World', [one]],
  ['"""Copyright 2020 Ben Pine""" Foo = Bar', [one]],
  ['(* Copyright 2020 Ben Pine *) Module Foo', [one]],
  ['<p>Copyright 2020 Ben Pine</p><p>Hello World</p>', [one]],
  ['\\footnote{Copyright 2020 Ben Pine} More Text', [one]],
  ['cat <<EOF\nCopyright 2020 Ben Pine\nEOF\n', [one]],
  ['cat >> a <<-"End_Of_Text"\n  Copyright 2020 Ben Pine\n  End_Of_Text\n', [one]],
  ['$a = <<<TEXT\nCopyright 2020 Ben Pine\nTEXT;\n', [one]],
  ['Copyright 2020 Ben Pine; Copyright 2021 Ann Oak', [one, '2021 Ann Oak']],
  ['.B Copyright 2020 Ben Pine \\" Hello World', [one]],
  ['Copyright \\(co 2020 Ben Pine\\" Hello World', [one]],
  ['.\\" Copyright 2020 Ben Pine', [one]],
  ['© Crown copyright 2010', ['2010 Crown']],
  ['© Crown copyright and database rights 2020 Ordnance Survey', ['2020 Ordnance Survey']],
  ['© Crown copyright. The Met Office. 2013', ['2013 The Met Office']],
  ['Crown copyright (c) 2017, Met Office', ['2017 Met Office']],
  ['(C) British Crown Copyright 2017-2020 Met Office.', ['2017-2020 Met Office']],
  ['Crown Copyright and database right 2015', ['2015 Crown']],
  ['/** @copyright 2020 Ben Pine @author Ann Oak @license MIT */', [one]],
  ['@author Ann Oak @copyright 2020 Ben Pine @since 1.2', [one]],
  ['\\copyright 2020 Ben Pine \\author Ann Oak', [one]],
])('%s', (line, holders) => expect(holdersOf(`${line}\n`)).toEqual(holders));

it.each<[line: string, holders: string[]]>([
  ['Copyright 2020 "Acorn" Trees Inc.', ['2020 Acorn Trees Inc.']],
  ['puts("Copyright 2020 \\"Acorn\\" Trees Inc.");', ['2020 Acorn Trees Inc.']],
  ["Copyright 2020 Ann O'Oak", ["2020 Ann O'Oak"]],
  ['Copyright 2020 <b>Acorn</b> Trees Inc.', ['2020 Acorn Trees Inc.']],
  ['Copyright 2020 Acorn\nTREE Inc.', ['2020 Acorn TREE Inc.']],
])('goes on: %s', (line, holders) => expect(holdersOf(`${line}\n`)).toEqual(holders));
