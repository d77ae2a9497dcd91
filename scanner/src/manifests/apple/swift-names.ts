// Names of Swift packages: the address of the repository without protocol and ending, or the identity in a registry.

/** `github.com/owner/name` of an address; '' for a folder. */
export function swiftName(address: string): string {
  const bare = address
    .trim()
    .replace(/^[a-z+]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '');
  // `git@github.com:owner/name`
  const path = bare.replace(/^([\w.-]+):(?!\d+\/)/, '$1/');
  return /^[\w-]+(\.[\w-]+)+(:\d+)?\/[^/]/.test(path) ? path : '';
}

/** `scope.name` of a registry. */
export function registryName(identity: string): string {
  const dot = identity.indexOf('.');
  return dot < 1 ? '' : `${identity.slice(0, dot)}/${identity.slice(dot + 1)}`;
}
