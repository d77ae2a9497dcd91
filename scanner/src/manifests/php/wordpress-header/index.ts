// Reads the headers that WordPress itself reads: the comment at the top of a plugin's main file or a theme's style.css,
// the head of readme.txt, and the version in wp-includes/version.php. ../../packages/ takes the real name from the
// folder.
// Format: https://developer.wordpress.org/plugins/plugin-basics/header-requirements/, https://wordpress.org/plugins/readme.txt
import { itemAt } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

/** WordPress itself reads no more than this. */
const HEAD_BYTES = 8192;

interface Header {
  kind: 'plugin' | 'theme' | 'core' | 'readme';
  title: string;
  line: number;
  fields: ReadonlyMap<string, string>;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The header of WordPress', (problems) => {
      const header = headerOf(textOf(bytes.subarray(0, HEAD_BYTES)));
      // Most PHP files of a plugin have no header.
      if (header === undefined) return [];
      const { fields, line, title, kind } = header;
      const field = (name: string) => fields.get(name) ?? '';
      const version = field('version') || field('stable tag');
      const found = packageOf(
        'wordpress',
        kind === 'core'
          ? 'wordpress'
          : `${kind === 'theme' ? 'theme' : 'plugin'}/${nameOf(field('text domain'), title)}`,
        {
          role: 'declares',
          version: /^trunk$/i.test(version) ? '' : version,
          line,
          declaredLicense: field('license') || field('license uri'),
          description: field('description').replace(/<[^<>]*>/g, ''),
          homepageUrl: field('plugin uri') || field('theme uri'),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

function headerOf(text: string): Header | undefined {
  const lines = text.split('\n');
  const core = lines.findIndex((line) => line.startsWith('$wp_version'));
  const version = core < 0 ? undefined : /^\$wp_version\s*=\s*['"]([\w.-]+)['"]/.exec(itemAt(lines, core))?.[1];
  if (version !== undefined)
    return { kind: 'core', title: '', line: core + 1, fields: new Map([['version', version]]) };
  const readme = /^\s*={2,3} *([^=\n]+?) *={2,3}\s*$/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[1];
  const fields = new Map<string, string>();
  let line = 0;
  for (const [i, raw] of lines.entries()) {
    const [, key = '', value = ''] = /^(?:[ \t]*<\?php)?[ \t/*#@]*([A-Za-z][A-Za-z ]{2,20}):(.*)$/.exec(raw) ?? [];
    const name = key.trim().toLowerCase();
    if (name === '' || fields.has(name)) continue;
    fields.set(name, value.replace(/\*\/.*|\?>.*/, '').trim());
    if (name === 'plugin name' || name === 'theme name') line = i + 1;
  }
  const plugin = fields.get('plugin name') ?? '';
  const theme = fields.get('theme name') ?? '';
  if (plugin !== '') return { kind: 'plugin', title: plugin, line, fields };
  if (theme !== '') return { kind: 'theme', title: theme, line, fields };
  return readme !== undefined && fields.has('stable tag')
    ? { kind: 'readme', title: readme, line: 1, fields }
    : undefined;
}

/**
 * The text domain is the name of the plugin in the plugin directory. Without it, the title is converted to the form of
 * such a name.
 */
function nameOf(domain: string, title: string): string {
  if (/^[\w.-]+$/.test(domain)) return domain;
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
