// Lockfiles of all formats with any number of entries. Each entry needs two others, so that the graph has cycles.

export interface LockfileText {
  path: string;
  text: string;
}

type Line = (index: number, one: number, other: number) => string;

/** Keyed by the name of the manifest member that reads the lockfile. */
export const LOCKFILES: Record<string, (entries: number) => LockfileText> = {
  'npm-package-lock': (n) => ({
    path: 'package-lock.json',
    text: `{"name":"root","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"root","dependencies":{"package-0":"^1.0.0"}},\n${list(
      n,
      (i, a, b) =>
        `"node_modules/package-${i}":{"version":"1.${i}.0","resolved":"https://registry.npmjs.org/p/-/package-${i}.tgz","integrity":"sha512-${digest(i)}","license":"MIT","dependencies":{"package-${a}":"^1.0.0","package-${b}":"*"}}`,
    )}\n}}\n`,
  }),
  'npm-yarn-lock': (n) => ({
    path: 'yarn.lock',
    text: `# yarn lockfile v1\n\n${lines(
      n,
      (i, a, b) =>
        `package-${i}@^1.0.0:\n  version "1.${i}.0"\n  resolved "https://registry.yarnpkg.com/package-${i}/-/package-${i}-1.${i}.0.tgz#${digest(i)}"\n  dependencies:\n    package-${a} "^1.0.0"\n    package-${b} "^1.0.0"\n`,
    )}`,
  }),
  'npm-pnpm-lock': (n) => ({
    path: 'pnpm-lock.yaml',
    text: `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      package-0:\n        specifier: ^1.0.0\n        version: 1.0.0\npackages:\n${lines(
      n,
      (i) => `  package-${i}@1.${i}.0:\n    resolution: {integrity: sha512-${digest(i)}}\n`,
    )}snapshots:\n${lines(
      n,
      (i, a, b) =>
        `  package-${i}@1.${i}.0:\n    dependencies:\n      package-${a}: 1.${a}.0\n      package-${b}: 1.${b}.0\n`,
    )}`,
  }),
  'npm-bun-lock': (n) => ({
    path: 'bun.lock',
    text: `{"lockfileVersion":1,"workspaces":{"":{"name":"root","dependencies":{"package-0":"^1.0.0"}}},"packages":{\n${list(
      n,
      (i, a, b) =>
        `"package-${i}":["package-${i}@1.${i}.0","",{"dependencies":{"package-${a}":"^1.0.0","package-${b}":"*"}},"sha512-${digest(i)}"]`,
    )}\n}}\n`,
  }),
  'npm-deno-lock': (n) => ({
    path: 'deno.lock',
    text: `{"version":"4","specifiers":{"npm:package-0@1":"1.0.0"},"npm":{\n${list(
      n,
      (i, a, b) =>
        `"package-${i}@1.${i}.0":{"integrity":"sha512-${digest(i)}","dependencies":["package-${a}@1.${a}.0","package-${b}"]}`,
    )}\n}}\n`,
  }),
  'pypi-poetry-lock': (n) => ({
    path: 'poetry.lock',
    text: lines(
      n,
      (i, a, b) =>
        `[[package]]\nname = "package-${i}"\nversion = "1.${i}.0"\ngroups = ["main"]\nfiles = [\n    {file = "p.whl", hash = "sha256:${digest(i)}"},\n]\n\n[package.dependencies]\npackage-${a} = ">=1.0"\npackage-${b} = "*"\n`,
    ),
  }),
  'pypi-uv-lock': (n) => ({
    path: 'uv.lock',
    text: `version = 1\n\n${lines(
      n,
      (i, a, b) =>
        `[[package]]\nname = "package-${i}"\nversion = "1.${i}.0"\nsource = { registry = "https://pypi.org/simple" }\ndependencies = [\n    { name = "package-${a}" },\n    { name = "package-${b}" },\n]\nsdist = { url = "https://files.example.org/p-${i}.tar.gz", hash = "sha256:${digest(i)}" }\n`,
    )}`,
  }),
  'pypi-pylock': (n) => ({
    path: 'pylock.toml',
    text: `lock-version = "1.0"\n\n${lines(
      n,
      (i, a, b) =>
        `[[packages]]\nname = "package-${i}"\nversion = "1.${i}.0"\ndependencies = [{ name = "package-${a}" }, { name = "package-${b}" }]\n`,
    )}`,
  }),
  'pypi-pipfile-lock': (n) => ({
    path: 'Pipfile.lock',
    text: `{"_meta":{},"default":{\n${list(n, (i) => `"package-${i}":{"hashes":["sha256:${digest(i)}"],"version":"==1.${i}.0"}`)}\n},"develop":{}}\n`,
  }),
  'pypi-requirements': (n) => ({
    path: 'requirements.txt',
    text: lines(n, (i, a) => `package-${i}==1.${i}.0 \\\n    --hash=sha256:${digest(i)}\n    # via package-${a}`),
  }),
  'conda-lock': (n) => ({
    path: 'conda-lock.yml',
    text: `version: 1\npackage:\n${lines(
      n,
      (i, a, b) =>
        `- name: package-${i}\n  version: 1.${i}.0\n  manager: conda\n  platform: linux-64\n  dependencies:\n    package-${a}: '>=1'\n    package-${b}: ''\n  url: https://conda.example.org/linux-64/package-${i}-1.${i}.0-h1.conda\n  hash:\n    sha256: ${digest(i)}`,
    )}`,
  }),
  'maven-gradle-lockfile': (n) => ({
    path: 'gradle.lockfile',
    text: `${lines(n, (i) => `org.example:package-${i}:1.${i}.0=compileClasspath,runtimeClasspath`)}empty=\n`,
  }),
  'maven-gradle-verification': (n) => ({
    path: 'gradle/verification-metadata.xml',
    text: `<verification-metadata><components>\n${lines(
      n,
      (i) =>
        `<component group="org.example" name="package-${i}" version="1.${i}.0"><artifact name="p.jar"><sha256 value="${digest(i)}"/></artifact></component>`,
    )}</components></verification-metadata>\n`,
  }),
  'golang-go-sum': (n) => ({
    path: 'go.sum',
    text: lines(
      n,
      (i) =>
        `example.org/module/m${i} v1.${i}.0 h1:${digest(i)}=\nexample.org/module/m${i} v1.${i}.0/go.mod h1:${digest(i)}=`,
    ),
  }),
  'golang-go-mod': (n) => ({
    path: 'go.mod',
    text: `module example.org/root\n\ngo 1.22\n\nrequire (\n${lines(n, (i) => `\texample.org/module/m${i} v1.${i}.0 // indirect`)})\n`,
  }),
  'golang-vendor-modules': (n) => ({
    path: 'vendor/modules.txt',
    text: lines(
      n,
      (i) => `# example.org/module/m${i} v1.${i}.0\n## explicit; go 1.20\nexample.org/module/m${i}/package`,
    ),
  }),
  'cargo-lock': (n) => ({
    path: 'Cargo.lock',
    text: `version = 3\n\n${lines(
      n,
      (i, a, b) =>
        `[[package]]\nname = "crate-${i}"\nversion = "1.${i}.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${digest(i)}"\ndependencies = [\n "crate-${a}",\n "crate-${b}",\n]\n`,
    )}`,
  }),
  'gem-gemfile-lock': (n) => ({
    path: 'Gemfile.lock',
    text: `GEM\n  remote: https://rubygems.org/\n  specs:\n${lines(
      n,
      (i, a, b) => `    package-${i} (1.${i}.0)\n      package-${a} (~> 1.0)\n      package-${b}`,
    )}\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  package-0\n`,
  }),
  'composer-lock': (n) => ({
    path: 'composer.lock',
    text: `{"packages":[\n${list(
      n,
      (i, a, b) =>
        `{"name":"vendor/package-${i}","version":"v1.${i}.0","dist":{"type":"zip","url":"https://example.org/${i}.zip","shasum":"${digest(i)}"},"require":{"php":">=8","vendor/package-${a}":"^1.0","vendor/package-${b}":"*"},"license":["MIT"]}`,
    )}\n],"packages-dev":[]}\n`,
  }),
  'nuget-lock': (n) => ({
    path: 'packages.lock.json',
    text: `{"version":1,"dependencies":{"net8.0":{\n${list(
      n,
      (i, a, b) =>
        `"Package${i}":{"type":"Transitive","resolved":"1.${i}.0","contentHash":"${digest(i)}","dependencies":{"Package${a}":"1.${a}.0","Package${b}":"1.${b}.0"}}`,
    )}\n}}}\n`,
  }),
  'nuget-assets': (n) => ({
    path: 'obj/project.assets.json',
    text: `{"version":3,"targets":{"net8.0":{\n${list(
      n,
      (i, a, b) =>
        `"Package${i}/1.${i}.0":{"type":"package","dependencies":{"Package${a}":"1.${a}.0","Package${b}":"1.${b}.0"}}`,
    )}\n}},"libraries":{\n${list(
      n,
      (i) => `"Package${i}/1.${i}.0":{"sha512":"${digest(i)}","type":"package","files":["lib/net8.0/a.dll"]}`,
    )}\n},"projectFileDependencyGroups":{"net8.0":["Package0 >= 1.0.0"]}}\n`,
  }),
  'nuget-deps-json': (n) => ({
    path: 'bin/app.deps.json',
    text: `{"runtimeTarget":{"name":"t"},"targets":{"t":{"app/1.0.0":{"dependencies":{"Package0":"1.0.0"}},\n${list(
      n,
      (i, a, b) => `"Package${i}/1.${i}.0":{"dependencies":{"Package${a}":"1.${a}.0","Package${b}":"1.${b}.0"}}`,
    )}\n}},"libraries":{"app/1.0.0":{"type":"project"},\n${list(
      n,
      (i) => `"Package${i}/1.${i}.0":{"type":"package","sha512":"sha512-${digest(i)}"}`,
    )}\n}}\n`,
  }),
  'nuget-paket': (n) => ({
    path: 'paket.lock',
    text: `NUGET\n  remote: https://api.nuget.org/v3/index.json\n${lines(
      n,
      (i, a, b) => `    Package${i} (1.${i})\n      Package${a} (>= 1.0)\n      Package${b}`,
    )}`,
  }),
  'swift-package-resolved': (n) => ({
    path: 'Package.resolved',
    text: `{"version":2,"pins":[\n${list(
      n,
      (i) =>
        `{"identity":"package-${i}","kind":"remoteSourceControl","location":"https://github.com/example/package-${i}.git","state":{"revision":"${digest(i)}","version":"1.${i}.0"}}`,
    )}\n]}\n`,
  }),
  'cocoapods-podfile-lock': (n) => ({
    path: 'Podfile.lock',
    text: `PODS:\n${lines(n, (i, a, b) => `  - Pod${i} (1.${i}.0):\n    - Pod${a} (~> 1.0)\n    - Pod${b}`)}\nDEPENDENCIES:\n  - Pod0\n\nSPEC CHECKSUMS:\n${lines(n, (i) => `  Pod${i}: ${digest(i)}`)}\nCOCOAPODS: 1.12.0\n`,
  }),
  'pub-lock': (n) => ({
    path: 'pubspec.lock',
    text: `packages:\n${lines(
      n,
      (i) =>
        `  package_${i}:\n    dependency: transitive\n    description:\n      name: package_${i}\n      sha256: "${digest(i)}"\n      url: "https://pub.dev"\n    source: hosted\n    version: "1.${i}.0"`,
    )}`,
  }),
  'hex-mix-lock': (n) => ({
    path: 'mix.lock',
    text: `%{\n${lines(
      n,
      (i, a, b) =>
        `  "package_${i}": {:hex, :package_${i}, "1.${i}.0", "${digest(i)}", [:mix], [{:package_${a}, "~> 1.0", [hex: :package_${a}, repo: "hexpm", optional: false]}, {:package_${b}, ">= 1.0.0", [hex: :package_${b}, repo: "hexpm", optional: true]}], "hexpm", "${digest(i)}"},`,
    )}}\n`,
  }),
  'hex-rebar-lock': (n) => ({
    path: 'rebar.lock',
    text: `{"1.2.0",\n[${list(n, (i) => `{<<"package_${i}">>,{pkg,<<"package_${i}">>,<<"1.${i}.0">>},${i % 3}}`)}]}.\n[\n{pkg_hash,[\n${list(
      n,
      (i) => ` {<<"package_${i}">>, <<"${digest(i)}">>}`,
    )}]}\n].\n`,
  }),
  'hex-gleam-manifest': (n) => ({
    path: 'manifest.toml',
    text: `packages = [\n${lines(
      n,
      (i, a, b) =>
        `  { name = "package_${i}", version = "1.${i}.0", build_tools = ["gleam"], requirements = ["package_${a}", "package_${b}"], otp_app = "p", source = "hex", outer_checksum = "${digest(i)}" },`,
    )}]\n\n[requirements]\npackage_0 = { version = ">= 1.0.0" }\n`,
  }),
  'cran-lock': (n) => ({
    path: 'renv.lock',
    text: `{"R":{"Version":"4.3.0"},"Packages":{\n${list(
      n,
      (i, a, b) =>
        `"package${i}":{"Package":"package${i}","Version":"1.${i}.0","Source":"Repository","Requirements":["package${a}","package${b}"],"Hash":"${digest(i)}"}`,
    )}\n}}\n`,
  }),
  'cpan-snapshot': (n) => ({
    path: 'cpanfile.snapshot',
    text: `# carton snapshot format: version 1.0\nDISTRIBUTIONS\n${lines(
      n,
      (i, a) =>
        `  Package-${i}-1.${i}\n    pathname: A/AB/AUTHOR/Package-${i}-1.${i}.tar.gz\n    provides:\n      Package${i} 1.${i}\n    requirements:\n      Package${a} 0`,
    )}`,
  }),
  'hackage-freeze': (n) => ({
    path: 'cabal.project.freeze',
    text: `constraints: ${list(n, (i) => `any.package-${i}p ==1.${i}.0`)}\n`,
  }),
  'hackage-stack': (n) => ({
    path: 'stack.yaml.lock',
    text: `packages:\n${lines(
      n,
      (i) =>
        `- completed:\n    hackage: package-${i}p-1.${i}.0@sha256:${digest(i)},123\n    pantry-tree:\n      sha256: ${digest(i)}\n      size: 1\n  original:\n    hackage: package-${i}p-1.${i}.0`,
    )}snapshots: []\n`,
  }),
  'nim-lock': (n) => ({
    path: 'nimble.lock',
    text: `{"version":2,"packages":{\n${list(
      n,
      (i, a, b) =>
        `"package${i}":{"version":"1.${i}.0","vcsRevision":"${digest(i)}","url":"https://github.com/example/package${i}","downloadMethod":"git","dependencies":["package${a}","package${b}"],"checksums":{"sha1":"${digest(i)}"}}`,
    )}\n}}\n`,
  }),
  'julia-manifest': (n) => ({
    path: 'Manifest.toml',
    text: `julia_version = "1.10.0"\nmanifest_format = "2.0"\n\n${lines(
      n,
      (i, a, b) =>
        `[[deps.Package${i}]]\ndeps = ["Package${a}", "Package${b}"]\ngit-tree-sha1 = "${digest(i)}"\nuuid = "00000000-0000-0000-0000-${String(i).padStart(12, '0')}"\nversion = "1.${i}.0"\n`,
    )}`,
  }),
  'luarocks-lock': (n) => ({
    path: 'luarocks.lock',
    text: `return {\n   dependencies = {\n${lines(n, (i) => `      ["package-${i}"] = "1.${i}.0-1",`)}   },\n}\n`,
  }),
  'conan-lock': (n) => ({
    path: 'conan.lock',
    text: `{"graph_lock":{"nodes":{"0":{"ref":"root/1.0","requires":["1"]},\n${list(
      n,
      (i, a, b) => `"${i + 1}":{"ref":"package${i}/1.${i}.0#${digest(i)}","requires":["${a + 1}","${b + 1}"]}`,
    )}\n}},"version":"0.4"}\n`,
  }),
  'nix-flake-lock': (n) => ({
    path: 'flake.lock',
    text: `{"nodes":{"root":{"inputs":{"package-0":"package-0"}},\n${list(
      n,
      (i, a, b) =>
        `"package-${i}":{"inputs":{"a":"package-${a}","b":"package-${b}"},"locked":{"type":"github","owner":"example","repo":"package-${i}","rev":"${digest(i)}","narHash":"sha256-${digest(i)}"}}`,
    )}\n},"root":"root","version":7}\n`,
  }),
  'terraform-lock': (n) => ({
    path: '.terraform.lock.hcl',
    text: lines(
      n,
      (i) =>
        `provider "registry.terraform.io/example/package${i}" {\n  version     = "1.${i}.0"\n  constraints = "~> 1.0"\n  hashes = [\n    "h1:${digest(i)}",\n  ]\n}\n`,
    ),
  }),
  'helm-lock': (n) => ({
    path: 'Chart.lock',
    text: `dependencies:\n${lines(n, (i) => `- name: package-${i}\n  repository: https://charts.example.org\n  version: 1.${i}.0`)}digest: sha256:${digest(0)}\n`,
  }),
  'bazel-maven-install': (n) => ({
    path: 'maven_install.json',
    text: `{"artifacts":{\n${list(n, (i) => `"org.example:package-${i}":{"shasums":{"jar":"${digest(i)}"},"version":"1.${i}.0"}`)}\n},"dependencies":{\n${list(
      n,
      (i, a, b) => `"org.example:package-${i}":["org.example:package-${a}","org.example:package-${b}"]`,
    )}\n},"version":"2"}\n`,
  }),
  'purescript-spago': (n) => ({
    path: 'spago.lock',
    text: `{"workspace":{"packages":{}},"packages":{\n${list(
      n,
      (i, a, b) =>
        `"package-${i}":{"type":"registry","version":"1.${i}.0","integrity":"sha256-${digest(i)}","dependencies":["package-${a}","package-${b}"]}`,
    )}\n}}\n`,
  }),
  'crystal-shard': (n) => ({
    path: 'shard.lock',
    text: `version: 2.0\nshards:\n${lines(n, (i) => `  package${i}:\n    git: https://github.com/example/package${i}.git\n    version: 1.${i}.0\n`)}`,
  }),
  'deb-status': (n) => ({
    path: 'var/lib/dpkg/status',
    text: lines(
      n,
      (i, a, b) =>
        `Package: package-${i}\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1.${i}-1\nDepends: package-${a} (>= 1.0), package-${b}\nDescription: the package ${i}\n`,
    ),
  }),
  'apk-installed': (n) => ({
    path: 'lib/apk/db/installed',
    text: lines(
      n,
      (i, a, b) =>
        `C:Q1${digest(i)}=\nP:package-${i}\nV:1.${i}-r0\nA:x86_64\nL:MIT\no:package-${i}\nD:package-${a} package-${b}\nF:usr/bin\nR:p${i}\n`,
    ),
  }),
};

/** Short entries, so that half a million of them stay below the size at which manifests are not read. */
export const CIRCLES: Record<string, (entries: number) => LockfileText> = {
  'npm-package-lock': (n) => ({
    path: 'package-lock.json',
    text: `{"name":"root","lockfileVersion":3,"packages":{"":{"dependencies":{"p0":"*"}},\n${list(
      n,
      (i, a, b) => `"node_modules/p${i}":{"version":"1.${i}.0","dependencies":{"p${a}":"*","p${b}":"*"}}`,
    )}\n}}\n`,
  }),
  'cargo-lock': (n) => ({
    path: 'Cargo.lock',
    text: `version = 3\n\n${lines(
      n,
      (i, a, b) =>
        `[[package]]\nname = "c${i}"\nversion = "1.${i}.0"\nsource = "registry+https://x"\ndependencies = ["c${a}","c${b}"]\n`,
    )}`,
  }),
};

function numbered(entries: number, line: Line, between: string): string {
  return Array.from({ length: entries }, (_, i) => line(i, (i * 7 + 1) % entries, (i * 13 + 5) % entries)).join(
    between,
  );
}

function lines(entries: number, line: Line): string {
  return `${numbered(entries, line, '\n')}\n`;
}

function list(entries: number, line: Line): string {
  return numbered(entries, line, ',\n');
}

/** 64 hexadecimal digits, different for each entry. */
function digest(index: number): string {
  return index.toString(16).padStart(64, '0123456789abcdef'.repeat(4));
}
