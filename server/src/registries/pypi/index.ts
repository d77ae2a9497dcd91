// The Python Package Index. https://docs.pypi.org/api/json/ One request returns license and requirements of one version.
import type { VersionFacts } from '../../domain/derivation/registries.ts';
import { listOf, membersOf, momentOf, textOf } from '../answers.ts';
import type { Registry } from '../registry.ts';

export const pypi: Registry = {
  name: 'pypi',
  title: 'PyPI',
  publicAddress: 'https://pypi.org',
  documentation: 'https://docs.pypi.org/api/json/',
  async fetchFacts(server, { name, versions }) {
    const path = `/pypi/${encodeURIComponent(name)}`;
    const answer = await server.json(`${path}/json`);
    if (answer === undefined) return undefined;
    const info = membersOf(membersOf(answer).get('info'));
    const infos = new Map([[textOf(info.get('version')), info]]);
    const releases = membersOf(membersOf(answer).get('releases'));
    for (const version of versions) {
      if (infos.has(version) || !releases.has(version)) continue;
      const one = await server.json(`${path}/${encodeURIComponent(version)}/json`);
      if (one !== undefined) infos.set(version, membersOf(membersOf(one).get('info')));
    }
    return {
      description: textOf(info.get('summary')),
      homepageUrl: homepageOf(info),
      versions: [...releases].map(([version, files]) =>
        versionFacts(version, listOf(files).map(membersOf), infos.get(version)),
      ),
    };
  },
  source: {
    isNested: false,
    /** The source distribution. */
    async find(server, { name, version }) {
      const answer = await server.json(`/pypi/${encodeURIComponent(name)}/json`);
      if (answer === undefined) return undefined;
      const releases = membersOf(membersOf(answer).get('releases'));
      const files = listOf(releases.get(version)).map(membersOf);
      const sdist = files.find((file) => file.get('packagetype') === 'sdist');
      const digest = textOf(membersOf(sdist?.get('digests')).get('sha256'));
      const url = textOf(sdist?.get('url'));
      return {
        source: url !== '' && /^[0-9a-f]{64}$/.test(digest) ? { url, algorithm: 'sha256', digest } : undefined,
        versions: [...releases.keys()],
      };
    },
  },
};

function versionFacts(
  version: string,
  files: readonly Map<string, unknown>[],
  info: Map<string, unknown> | undefined,
): VersionFacts {
  return {
    version,
    license: info === undefined ? null : licenseOf(info),
    releasedOn: momentOf(files[0]?.get('upload_time_iso_8601')),
    isWithdrawn: files.length > 0 && files.every((file) => file.get('yanked') === true),
    requirements: listOf(info?.get('requires_dist')).flatMap((one) => requirementOf(textOf(one))),
    ...(textOf(files[0]?.get('requires_python')) !== '' && {
      requiresPython: textOf(files[0]?.get('requires_python')),
    }),
  };
}

/** A text of several lines is a whole license text; then the classifiers name the license. */
function licenseOf(info: Map<string, unknown>): string {
  const expression = textOf(info.get('license_expression'));
  if (expression !== '') return expression;
  const classifiers = listOf(info.get('classifiers'))
    .map(textOf)
    .filter((one) => one.startsWith('License ::'));
  const license = textOf(info.get('license'));
  if (license !== '' && license.length < 100 && !license.includes('\n')) return license;
  return classifiers.join(' AND ');
}

function homepageOf(info: Map<string, unknown>): string {
  const urls = [...membersOf(info.get('project_urls'))].map(
    ([label, url]) => [label.toLowerCase(), textOf(url)] as const,
  );
  const labelled = urls.find(([label]) => ['homepage', 'home', 'documentation', 'source'].includes(label))?.[1];
  return textOf(info.get('home_page')) || labelled || urls[0]?.[1] || '';
}

/** `name[extra] (>=1) ; marker`. https://packaging.python.org/en/latest/specifications/dependency-specifiers/ */
function requirementOf(text: string) {
  const [what = '', marker = ''] = text.split(/;(.*)/s);
  const match = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?\s*\(?([^)@]*)\)?\s*$/.exec(what);
  if (match === null) return [];
  const type = {
    ...(marker.trim() !== '' && { environment: marker.trim() }),
    ...(match[2] && { enableddependencies: match[2].replace(/\s/g, '') }),
  };
  const name = (match[1] ?? '').toLowerCase().replace(/[-_.]+/g, '-');
  return [{ name, range: (match[3] ?? '').replace(/\s/g, ''), ...(Object.keys(type).length > 0 && { type }) }];
}
