// Translates addresses of the older page, as reports contain them.
import { describe, expect, it } from 'vitest';
import { newAddressOf } from './old-links.ts';

const cases: [pathname: string, hash: string, address: string | undefined][] = [
  ['/codeinsight/FNCI', '#myprojectdetails/?id=5&tab=projectInventory&pinv=7', '/projects/5/inventory?item=7'],
  ['/codeinsight/FNCI', '#myprojectdetails/?id=5&tab=projectInventory', '/projects/5/inventory'],
  [
    '/codeinsight/FNCI',
    '#myprojectdetails/?id=5&tab=workbench&view=file&fileid=17&remote=False',
    '/projects/5/files?file=17',
  ],
  ['/codeinsight/FNCI/', '#myprojectdetails/?id=5', '/projects/5'],
  ['/codeinsight/FNCI', '#myprojectdetails/?id=x&tab=workbench', '/projects'],
  ['/codeinsight/FNCI', '#myprojectdetails/?id=5&tab=workbench&fileid=1%26next%3D//evil', '/projects/5/files'],
  ['/codeinsight/FNCI', '', '/projects'],
  ['/codeinsight', '', '/projects'],
  ['/codeinsights', '#myprojectdetails/?id=5', undefined],
  ['/projects/5', '', undefined],
];

describe('newAddressOf', () => {
  it.each(cases)('%s%s becomes %s', (pathname, hash, address) => {
    expect(newAddressOf(pathname, hash)).toBe(address);
  });
});
