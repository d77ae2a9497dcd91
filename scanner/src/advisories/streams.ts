// Some distributions publish several lines of one package side by side: the module streams of RPM, and kernels of several series. A fix in one line
// says nothing of another one, although their version numbers can be compared. Pure.
import { present } from '../items.ts';
import type { AffectedPackage } from './advisory.ts';
import { KERNEL_SERIES } from './ecosystems.ts';
import { distributionOf, type PackageSubject } from './names.ts';
import type { Say } from './range-events.ts';

/** `unknown`: it cannot be told whether the record is for the package's line, so that nothing but "not affected" can be decided by it. */
export type StreamFit = 'yes' | 'no' | 'unknown';

/** `1.module+el8.3.0+9042+664538f4`, `2.module_el8.6.0+2760+1746ec94`, `1.module_f36+14000+abc`, `1.module+fc32`. */
const BUILT_IN_MODULE = /\.module[+_](?:el|fc?)\d/;

export function streamFits(affected: AffectedPackage, subject: PackageSubject, version: string, say: Say): StreamFit {
  if (subject.type !== 'rpm' || affected.type !== 'rpm') return 'yes';
  const byModule = moduleFits(affected, subject, say);
  return byModule === 'yes' ? seriesFits(affected, version, say) : byModule;
}

function moduleFits(affected: AffectedPackage, subject: PackageSubject, say: Say): StreamFit {
  const { module = '' } = affected;
  if (module !== '') return namedModuleFits(module, subject, say);
  const fixes = fixesOf(affected);
  if (fixes.length === 0) return 'yes';
  const isOfModule = fixes.some((fix) => BUILT_IN_MODULE.test(fix));
  if (!isOfModule && !isInModule(subject)) return 'yes';
  if (!isOfModule) {
    say(`The record is for packages outside of modules, the package belongs to ${subject.module || 'a module'}.`);
    return 'no';
  }
  if (!isInModule(subject)) return outsideOfModules(subject, say);
  return sameStream(fixes, subject, say);
}

function namedModuleFits(module: string, subject: PackageSubject, say: Say): StreamFit {
  if (module === subject.module) return 'yes';
  if (subject.module === '' && BUILT_IN_MODULE.test(subject.version)) {
    say(`The record is for the module ${module}; the package belongs to a module that its package URL does not name.`);
    return 'unknown';
  }
  say(`The record is for the module ${module}, the package belongs to ${subject.module || 'none'}.`);
  return 'no';
}

function isInModule({ module, version }: PackageSubject): boolean {
  return module !== '' || BUILT_IN_MODULE.test(version);
}

function outsideOfModules({ version }: PackageSubject, say: Say): StreamFit {
  // A version with the mark of its system and without that of a module was built outside of modules.
  if (/\.(?:el|fc)\d/.test(version)) {
    say('The record is for a package in a module, the package belongs to none.');
    return 'no';
  }
  say('The record is for a package in a module; whether this one belongs to a module is not known.');
  return 'unknown';
}

/** The record does not name its stream; only its fix shows from which one it is. */
function sameStream(fixes: readonly string[], { module, version }: PackageSubject, say: Say): StreamFit {
  const stream = module.slice(module.indexOf(':') + 1);
  const built = fixes.filter((fix) => BUILT_IN_MODULE.test(fix));
  // The stream is the version of the module's main package. Others have numbers of their own: mod_http2 1.15 in httpd:2.4.
  if (module !== '' && /^\d+(?:\.\d+)*$/.test(stream) && begins(upstreamOf(version), stream)) {
    if (built.some((fix) => begins(upstreamOf(fix), stream))) return 'yes';
    say(
      `The record is for another stream of the module: it is fixed in ${built.join(', ')}, the package belongs to ${module}.`,
    );
    return 'no';
  }
  if (built.some((fix) => begins(upstreamOf(fix), partsOf(upstreamOf(version), 2)))) return 'yes';
  say(`The record is fixed in ${built.join(', ')}; whether this is the package's module stream is not known.`);
  return 'unknown';
}

function fixesOf({ ranges }: AffectedPackage): string[] {
  return ranges.flatMap(({ events }) =>
    events.flatMap(({ event, version }) => (event === 'introduced' || version === '*' ? [] : [version])),
  );
}

/** `0:12.5-1.module+el8` is made of 12.5. */
function upstreamOf(version: string): string {
  return present(version.replace(/^\d+:/, '').split('-')[0], 'version');
}

function partsOf(version: string, count: number): string {
  return version.split('.').slice(0, count).join('.');
}

function begins(version: string, stream: string): boolean {
  return version === stream || version.startsWith(`${stream}.`);
}

/** Oracle and Amazon publish kernels of several series under one name for one release. */
function seriesFits(affected: AffectedPackage, version: string, say: Say): StreamFit {
  const [distribution, name = ''] = [distributionOf(affected.name), affected.name.split('/')[1]];
  if (!KERNEL_SERIES.get(distribution)?.some((one) => name === one || name.startsWith(`${one}-`))) return 'yes';
  const fixes = fixesOf(affected);
  if (fixes.length === 0 || version === '') return 'yes';
  const series = partsOf(upstreamOf(version), 2);
  if (fixes.some((fix) => begins(upstreamOf(fix), series))) return 'yes';
  say(
    `The record is for another series of the kernel: it is fixed in ${fixes.join(', ')}, the package is of ${series}.`,
  );
  return 'no';
}
