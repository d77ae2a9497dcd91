// What resources of a Terraform configuration run: container images and Helm charts.
// Documentation: https://registry.terraform.io/providers/kreuzwerker/docker/latest/docs,
// https://registry.terraform.io/providers/hashicorp/kubernetes/latest/docs,
// https://registry.terraform.io/providers/hashicorp/helm/latest/docs
import type { PackageFinding } from '../../../findings.ts';
import { packageOf } from '../../shared/identity.ts';
import type { HclBlock } from '../../shared/languages/hcl-blocks.ts';
import { imageRequest } from '../../shared/oci-image.ts';
import type { Problems } from '../../shared/problems.ts';

export function runBy(block: HclBlock, problems: Problems): PackageFinding[] {
  const [kind = ''] = block.type === 'resource' ? block.labels : [];
  if (kind === 'helm_release') return chartOf(block, problems);
  if (kind === 'docker_image') return imageOf(block.values.get('name'), block.line, problems);
  return /^(?:docker|kubernetes)_/.test(kind) ? imagesIn(block, problems) : [];
}

/** Containers are in blocks inside the resource. */
function imagesIn({ values, line, blocks }: HclBlock, problems: Problems): PackageFinding[] {
  return [...imageOf(values.get('image'), line, problems), ...blocks.flatMap((block) => imagesIn(block, problems))];
}

function imageOf(image: string | undefined, line: number, problems: Problems): PackageFinding[] {
  const wanted = image === undefined || image.includes('$') ? undefined : imageRequest(image, 'runtime', line);
  if (wanted === undefined) return [];
  const { fullName, ...parts } = wanted;
  const found = packageOf('docker', fullName, { role: 'requires', isDirect: true, ...parts }, problems);
  return found === undefined ? [] : [found];
}

/** A chart by name and repository, or by its whole address: `oci://host/path/chart`. Others are folders or archives. */
function chartOf({ values, line }: HclBlock, problems: Problems): PackageFinding[] {
  const chart = values.get('chart') ?? '';
  const slash = chart.lastIndexOf('/');
  const isAddress = chart.startsWith('oci://');
  const repository = isAddress ? chart.slice(0, slash) : (values.get('repository') ?? '');
  const fullName = isAddress ? chart.slice(slash + 1) : chart;
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(fullName) || !/^(?:https?|oci):\/\/[^$]+$/.test(repository)) return [];
  const requirement = values.get('version') ?? '';
  const version = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.test(requirement) ? requirement : '';
  const qualifiers = { repository_url: repository };
  const about = { role: 'requires' as const, isDirect: true, version, requirement, qualifiers, line };
  const found = packageOf('helm', fullName, about, problems);
  return found === undefined ? [] : [found];
}
