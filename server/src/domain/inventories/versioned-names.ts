// Programs for Dependency-Track name a project by a name and a version; here it has one name, `NAME VERSION`, or `NAME` without a version. Read back,
// the last word is the version if it has a digit.
export interface VersionedName {
  name: string;
  version: string;
}

export function wholeName({ name, version }: VersionedName): string {
  return [name.trim(), version.trim()].filter((part) => part !== '').join(' ');
}

export function versionedName(whole: string): VersionedName {
  const found = /^(.*\S)\s+(\S*\d\S*)$/su.exec(whole.trim());
  return found ? { name: found[1] as string, version: found[2] as string } : { name: whole.trim(), version: '' };
}
