// What the files of NuGet share: exact versions, and the license of a package's own manifest.

/** `[1.0.0]` allows one version; a bare one is the lowest allowed, and the one that NuGet takes. Floating ones and ranges are open. */
export function exactNugetVersion(requirement: string): string {
  const inside = /^\[\s*([^,[\]()\s]+)\s*\]$/.exec(requirement)?.[1] ?? requirement;
  return /^\d+(\.\d+){0,3}(-[\w.-]+)?(\+[\w.-]+)?$/.test(inside) ? inside : '';
}

/** An expression, or the address of a text. The address that nuget.org writes beside every expression and file says nothing more. */
export function nugetLicense(expression: string, file: string, url: string): string {
  if (expression !== '') return expression;
  const isPlaceholder = /^https:\/\/aka\.ms\/deprecateLicenseUrl$/i.test(url);
  return url === '' || isPlaceholder ? (file === '' ? '' : `SEE LICENSE IN ${file}`) : url;
}
