// Shared by the files of NuGet: exact versions, and the license in a package's own manifest.

/**
 * `[1.0.0]` allows one version. A bare version is the lowest allowed one, and the one that NuGet installs;
 * `[1.0.0, )` is the same. Floating versions and other ranges are not exact.
 * Documentation: https://learn.microsoft.com/nuget/concepts/package-versioning#version-ranges
 */
export function exactNugetVersion(requirement: string): string {
  const inside = /^\[\s*([^,[\]()\s]+)\s*(?:,\s*[\])]|\])$/.exec(requirement)?.[1] ?? requirement;
  return /^\d+(\.\d+){0,3}(-[\w.-]+)?(\+[\w.-]+)?$/.test(inside) ? inside : '';
}

/**
 * An expression, or the address of a text. nuget.org writes the same address for every expression and file, so that
 * address is ignored.
 */
export function nugetLicense(expression: string, file: string, url: string): string {
  if (expression !== '') return expression;
  const isPlaceholder = /^https:\/\/aka\.ms\/deprecateLicenseUrl$/i.test(url);
  return url === '' || isPlaceholder ? (file === '' ? '' : `SEE LICENSE IN ${file}`) : url;
}
