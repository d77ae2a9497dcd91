// Reads workflows and actions of GitHub: the actions, reusable workflows and container images that they use.
// Format: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { tagOrVersion } from '../../shared/formats/tag-comments.ts';
import { readYamlNodes, type YamlNode } from '../../shared/formats/yaml-nodes.ts';
import { type ManifestRequirement, packageOf } from '../../shared/identity.ts';
import { imageRequest } from '../../shared/oci-image.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The workflow', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lines = text.split('\n');
      const findings = new Map<string, PackageFinding>();
      for (const root of readYamlNodes(text, problems)) {
        for (const node of usedIn(root)) {
          const found = usedOf(node.text, node.line, lines[node.line - 1] ?? '', problems);
          if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
        }
        for (const node of imagesIn(root)) {
          const found = imageOf(node.text, node.line, problems);
          if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
        }
      }
      return [...findings.values()];
    }),
};

function jobsOf(root: YamlNode): YamlNode[] {
  return (root.get('jobs')?.entries() ?? []).map(([, job]) => job);
}

/** The values of `uses` of steps and of jobs. */
function usedIn(root: YamlNode): YamlNode[] {
  const jobs = jobsOf(root);
  const steps = [root.get('runs'), ...jobs].flatMap((holder) => holder?.get('steps')?.items() ?? []);
  return [...jobs, ...steps].flatMap((holder) => holder.get('uses') ?? []);
}

/** The containers in which jobs run, and their services. An action of the kind `docker` also names its image. */
function imagesIn(root: YamlNode): YamlNode[] {
  const runs = root.get('runs');
  const own = runs?.get('using')?.text === 'docker' ? runs.get('image') : undefined;
  const images = jobsOf(root).flatMap((job) => {
    const container = job.get('container');
    const services = (job.get('services')?.entries() ?? []).map(([, service]) => service);
    return [container?.text === '' ? container.get('image') : container, ...services.map((one) => one.get('image'))];
  });
  return [own?.text.startsWith('docker://') ? own : undefined, ...images].flatMap((node) => node ?? []);
}

/** `owner/repository/path@ref`, `docker://image`; `./path` is part of the code base. */
function usedOf(used: string, line: number, source: string, problems: Problems): PackageFinding | undefined {
  if (used.startsWith('docker://')) return imageOf(used, line, problems);
  if (used.startsWith('./') || used.startsWith('../') || used === '') return undefined;
  const at = used.lastIndexOf('@');
  const [owner = '', repository = '', ...path] = (at < 0 ? used : used.slice(0, at)).split('/');
  if (owner === '' || repository === '' || /[${]/.test(used)) {
    problems.add(`Line ${line}: "uses" should be owner/repository@version but is ${quoted(used)}; it was left out.`);
    return undefined;
  }
  const version = at < 0 ? '' : used.slice(at + 1);
  return packageOf(
    'github',
    `${owner}/${repository}`,
    {
      role: 'requires',
      version,
      requirement: tagOrVersion(version, source),
      scope: 'build',
      isDirect: true,
      subpath: path.join('/'),
      repositoryUrl: `https://github.com/${owner}/${repository}`,
      line,
    },
    problems,
  );
}

function imageOf(written: string, line: number, problems: Problems): PackageFinding | undefined {
  const reference = written.replace(/^docker:\/\//, '');
  // Only a run of the workflow gives values to expressions.
  if (reference === '' || reference.includes('${{')) return undefined;
  const wanted: ManifestRequirement | undefined = imageRequest(reference, 'build', line);
  if (wanted === undefined) {
    problems.add(
      `Line ${line}: the image should be a valid name without unknown variables but is ${quoted(written)}; it was left out.`,
    );
    return undefined;
  }
  const { fullName, ...parts } = wanted;
  return packageOf('docker', fullName, { role: 'requires', isDirect: true, ...parts }, problems);
}
