// Go's notation of modules, and where the large hosts keep them.

/** On the large hosts the first three parts are the repository. */
export function goRepository(path: string): string {
  return /^(github\.com|gitlab\.com|bitbucket\.org)\/[^/]+\/[^/]+/.test(path)
    ? `https://${path.split('/').slice(0, 3).join('/')}`
    : '';
}
