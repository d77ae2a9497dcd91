// Names that some file systems take for `.git`. Nothing is written under them here, but people and programs may write the code base out elsewhere, and
// scans read the files of such folders as those of a repository. Pure.

/** Characters that HFS+ leaves out when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

export function isRepositoryFolder(path: Buffer): boolean {
  const text = path.toString('utf8');
  return text.split(/[/\\]/).some((part) => {
    const plain = part
      .replace(IGNORED, '')
      .toLowerCase()
      .replace(/:.*$/, '')
      .replace(/[. ]+$/, '');
    return plain === '.git' || plain === 'git~1';
  });
}
