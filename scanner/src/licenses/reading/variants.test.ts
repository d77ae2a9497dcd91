import { expect, it } from 'vitest';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const found = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
const text = (id: string) => licenseLibrary().find((one) => one.id === id)?.text ?? '';

it('tells the variant of a text by the notice above it', () => {
  const ofl = text('OFL-1.1');
  expect(found(`Copyright (c) 2012 Foo, with Reserved Font Name "Foo Sans".\n\n${ofl}`)).toEqual(['OFL-1.1-RFN']);
  expect(found(`Copyright (c) 2012 Foo, with no Reserved Font Name.\n\n${ofl}`)).toEqual(['OFL-1.1-no-RFN']);
  expect(found(`Copyright (c) 2012 Foo, with Reserved Font Name <name>.\n\n${ofl}`)).toEqual(['OFL-1.1']);
  expect(found(`Copyright (c) 2012 Foo (https://foo.example)\n\n${ofl}`)).toEqual(['OFL-1.1']);
});

it('does not take the appendix of a text for a notice', () => {
  const head = 'This Source Code Form is "Incompatible With Secondary Licenses", as defined by the MPL.\n\n';
  expect(found(text('MPL-2.0'))).toEqual(['MPL-2.0']);
  expect(found(`${head}${text('MPL-2.0')}`)).toEqual(['MPL-2.0-no-copyleft-exception']);
  expect(found(`Licensed under the Mozilla Public License 2.0:\n\n${text('MPL-2.0')}`)).toEqual(['MPL-2.0']);
});

it('leaves tags as they are', () => {
  const notice = 'with Reserved Font Name Foo.\nSPDX-License-Identifier: OFL-1.1\n';
  expect(found(notice)).toEqual(['OFL-1.1']);
});
