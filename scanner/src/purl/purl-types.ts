// The rules of the package URL types beyond the syntax, from their definitions: https://github.com/package-url/purl-spec/tree/main/types
// Only deviations from "any namespace, any name, case-sensitive" are listed.

export interface PurlTypeRule {
  namespace?: 'required' | 'prohibited';
  /** Case-insensitive parts: they are written in lower case. */
  lowerCase?: readonly ('namespace' | 'name' | 'version')[];
  /** Hosts whose names are case-insensitive too: matches the namespace, or the qualifier repository_url. */
  caselessHosts?: RegExp;
  /** Equivalent characters: [written, canonical]. */
  replaced?: readonly [RegExp, string];
  requiredQualifiers?: readonly string[];
  /** Must match the whole part. */
  name?: RegExp;
  version?: RegExp;
  /** The namespace is only the first segment; the name is the rest, slashes included. */
  hasPathAsName?: boolean;
}

const SMALL = ['namespace', 'name'] as const;

export const purlTypeRules: Readonly<Record<string, PurlTypeRule>> = {
  alpm: { lowerCase: SMALL },
  apk: { lowerCase: SMALL },
  bazel: { namespace: 'prohibited' },
  bitbucket: { lowerCase: SMALL },
  bitnami: { namespace: 'prohibited', lowerCase: ['name'] },
  brew: { lowerCase: SMALL },
  cargo: { namespace: 'prohibited' },
  'chrome-extension': { namespace: 'prohibited', name: /^[a-p]{32}$/, version: /^\d+(\.\d+){0,3}$/ },
  cocoapods: { namespace: 'prohibited' },
  composer: { namespace: 'required', lowerCase: SMALL },
  conda: { namespace: 'prohibited', lowerCase: ['name'] },
  // This is a distribution, not a module: modules contain colons.
  cpan: { name: /^(?!.*::)/ },
  cran: { namespace: 'prohibited' },
  deb: { lowerCase: SMALL },
  gem: { namespace: 'prohibited' },
  git: {
    namespace: 'required',
    hasPathAsName: true,
    lowerCase: ['namespace'],
    caselessHosts: /^(github|bitbucket)(\.|$)/i,
  },
  github: { namespace: 'required', lowerCase: SMALL },
  gitlab: { namespace: 'required', lowerCase: SMALL },
  hackage: { namespace: 'prohibited' },
  hex: { lowerCase: SMALL },
  huggingface: { lowerCase: ['version'] },
  julia: { namespace: 'prohibited', requiredQualifiers: ['uuid'] },
  luarocks: { lowerCase: ['namespace', 'name', 'version'] },
  maven: { namespace: 'required' },
  mlflow: { namespace: 'prohibited', caselessHosts: /\bazuredatabricks\.net(\/|$)/i },
  npm: { lowerCase: SMALL },
  nuget: { namespace: 'prohibited' },
  oci: { namespace: 'prohibited', lowerCase: ['name'] },
  opam: { namespace: 'prohibited' },
  otp: { namespace: 'prohibited', lowerCase: ['name'] },
  pub: { namespace: 'prohibited', lowerCase: ['name'], replaced: [/-/g, '_'] },
  pypi: { namespace: 'prohibited', lowerCase: ['name'], replaced: [/_/g, '-'] },
  qpkg: { namespace: 'required', lowerCase: ['namespace'] },
  rpm: { lowerCase: ['namespace'] },
  swid: { requiredQualifiers: ['tag_id'] },
  swift: { namespace: 'required' },
  vcpkg: { namespace: 'prohibited', lowerCase: ['name'] },
  'vscode-extension': { namespace: 'required', lowerCase: SMALL },
};
