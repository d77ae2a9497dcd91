// Go's notation of modules, and where the large hosts keep them.

/** On the large hosts the first three parts are the repository. */
export function goRepository(path: string): string {
  return /^(github\.com|gitlab\.com|bitbucket\.org)\/[^/]+\/[^/]+/.test(path)
    ? `https://${path.split('/').slice(0, 3).join('/')}`
    : '';
}

/** The root of the repository that a package lies in, as far as the host tells; else the package's own path. */
export function goRepositoryRoot(path: string): string {
  const parts = path.split('/');
  const [host = ''] = parts;
  if (/^(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/.test(host)) return parts.slice(0, 3).join('/');
  if (host === 'golang.org' || host === 'code.google.com') return parts.slice(0, 3).join('/');
  if (host === 'google.golang.org' || host === 'k8s.io' || host === 'sigs.k8s.io') return parts.slice(0, 2).join('/');
  return host === 'gopkg.in' ? parts.slice(0, /\.v\d/.test(parts[1] ?? '') ? 2 : 3).join('/') : path;
}
