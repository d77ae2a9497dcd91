// Lines of a requirements file that are an address or a path, without a name in front. pip looks into what they lead to; only the address itself is
// read here. Pure.
// Formats: https://pip.pypa.io/en/stable/topics/vcs-support/, PEP 427 (names of wheels), PEP 625 (names of source archives)
import type { Ecosystem } from '../../shared/identity.ts';
import { pypiArchive } from '../../shared/pypi-requirement.ts';
import { archiveIdentity, gitIdentity, isArchiveFile } from '../../shared/source-location.ts';

export interface Addressed {
  type: Ecosystem;
  fullName: string;
  version: string;
  qualifiers?: Readonly<Record<string, string>>;
  downloadUrl: string;
  repositoryUrl: string;
}

/** Whether pip takes the line for an address or a path, and not for a name. */
export function isAddress(line: string): boolean {
  const [path = ''] = line.split(/[\s;]/);
  return (
    /^[\w+]+:/.test(line) || isArchiveFile(path) || /^[^\s@;=<>~![(]*\//.test(line) || /^\.{1,2}(\/|\[|$)/.test(line)
  );
}

/** What the address names; undefined for folders of the project, and 'unnamed' if nothing in it tells what it leads to. */
export function addressed(line: string): Addressed | 'unnamed' | undefined {
  const [address = ''] = line.split(/[\s#;]/);
  const isRemote = /^(\w+\+)?(https?|ssh|git):\/\//.test(address);
  if (/^git\+|\.git(@|$)/.test(address))
    return isRemote ? (gitIdentity(...splitRevision(address)) ?? 'unnamed') : undefined;
  const hosted = isArchiveFile(address) ? archiveIdentity(stemOf(address), address) : undefined;
  if (hosted !== undefined && hosted.type !== 'generic') return hosted;
  const archive = pypiArchive(address);
  if (archive !== undefined)
    return { type: 'pypi', ...archive, downloadUrl: isRemote ? address : '', repositoryUrl: '' };
  return hosted ?? (isRemote ? 'unnamed' : undefined);
}

/** `git+https://host/a/b.git@v1`: the revision follows the last `@` behind the host. */
function splitRevision(address: string): [url: string, revision: string] {
  const path = address.indexOf('/', address.indexOf('://') + 3);
  const at = address.lastIndexOf('@');
  return at > path && path > 0 ? [address.slice(0, at), address.slice(at + 1)] : [address, ''];
}

function stemOf(address: string): string {
  const file = address.split('?')[0]?.split('/').at(-1) ?? '';
  return file.slice(0, 200).replace(/\.(whl|zip|tgz|tar\.\w+)$/, '');
}
