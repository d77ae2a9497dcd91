// A small valid file of each manifest format, which tests change and lengthen. For tests only.
import { berkeleyDatabase, rpmFile, rpmHeader, SAMPLE_TAGS } from '../../src/manifests/linux/rpm-builders.ts';

/** By the name of the member. */
export const MANIFEST_SAMPLES: Record<string, string | Uint8Array> = {
  'maven-kotlin-script': '@file:DependsOn("g:a:1")\n@file:DependsOn("g:b:2", "g:c:3")\n',
  'maven-sbt-lock':
    '{"lockVersion":1,"dependencies":[{"org":"g","name":"a","version":"1","artifacts":[{"hash":"sha1:ab"}],"configurations":["compile"]}]}',
  'bottlerocket-inventory': '{"Content":[{"Name":"a","Version":"1","Release":"2","Epoch":"0"}]}',
  'nuget-file-app': '#:package A@1.0.0\n#:sdk B@2\n',
  'bazel-maven-install':
    '{"artifacts":{"g:a":{"shasums":{"jar":"ab"},"version":"1"},"g:b":{"version":"2"}},"dependencies":{"g:a":["g:b"]}}',
  'bazel-module-lock':
    '{"lockFileVersion":11,"registryFileHashes":{"https://bcr.bazel.build/modules/a/1/source.json":"ab"}}',
  'conda-pixi': '[workspace]\nname = "w"\n[dependencies]\na = "1.0.*"\n[pypi-dependencies]\nb = { version = "==1" }\n',
  'pypi-egg-requires': 'a>=1\n[x:python_version < "3"]\nb[y]==2\n',
  'swift-xcode-project':
    '// x\n{\nisa = XCRemoteSwiftPackageReference;\nrepositoryURL = "https://github.com/a/b";\nrequirement = {\nkind = exactVersion;\nversion = 1.0;\n};\n};\n}\n',
  'platformio-library': '{"name":"a","version":"1","keywords":"k","dependencies":{"b/c":"^1"}}',
  'yocto-licenses': 'PACKAGE NAME: a\nPACKAGE VERSION: 1\nRECIPE NAME: b\nLICENSE: MIT & BSD\n\nPACKAGE NAME: c\n',
  'deb-copyright': 'Format: x\n\nFiles: *\nLicense: MIT\n text\n\nFiles: a\nLicense: BSD\n',
  'buildroot-legal': '"PACKAGE","VERSION","LICENSE","LICENSE FILES"\n"a","1","MIT, ""x""","y"\n',
  'ansible-requirements': 'roles:\n  - a.b\n  - src: https://github.com/c/d\n    version: v1\n',
  'snap-packages': 'name: a\nversion: 1\npackages:\n- b:amd64=2\n',
  'bitnami-components': '{"a":{"version":"1","arch":"amd64","distro":"debian-12"}}',
  'apple-bundle':
    '<plist><dict><key>CFBundleName</key><string>a</string><key>CFBundleVersion</key><string>1</string></dict></plist>',
  'java-runtime': 'JAVA_VERSION="21.0.4"\nIMPLEMENTOR="a"\nSOURCE_REPO="https://a.example"\n',
  'buck-metadata': 'METADATA = {\n  "name": "a",\n  "version": "1",\n  "licenses": ["MIT"],\n}\n',
  'bitnami-spdx':
    '{"packages":[{"SPDXID":"A","externalRefs":[{"referenceType":"purl","referenceLocator":"pkg:bitnami/a@1"}]}],"relationships":[]}',
  'arduino-library': 'name=a b\nversion=1\narchitectures=*\ndepends=c (>=1), d\n',
  'platformio-ini': '[env:a]\nplatform = b@1.0.0\nlib_deps =\n  c/d@^1\n  https://github.com/e/f.git#v1\n',
  'brew-brewfile': 'brew "a"\ncask "b"\n',
  'brew-receipt':
    '{"source":{"path":"x/a.rb","tap":"homebrew/core","versions":{"stable":"1"}},"runtime_dependencies":[{"full_name":"b","version":"2"}]}',
  'west-manifest':
    'manifest:\n  remotes:\n    - name: r\n      url-base: https://github.com/a\n  projects:\n    - name: b\n      remote: r\n      revision: v1\n',
  'repo-manifest':
    '<manifest><remote name="r" fetch="https://github.com/a"/><default remote="r" revision="main"/><project name="b"/></manifest>',
  'windows-mum': '<assembly description="x"><assemblyIdentity name="a" version="1"/></assembly>',
  'rpm-spec':
    '%global v 1\nName: a\nVersion: %{v}\nRelease: 1%{?dist}\nLicense: MIT\nRequires: b >= 1, c\nBuildRequires: d\n%description\n',
  'nix-flake-lock':
    '{"nodes":{"a":{"locked":{"type":"github","owner":"b","repo":"c","rev":"d"}},"root":{"inputs":{"a":"a"}}},"root":"root"}',
  'deb-control': 'Source: a\nBuild-Depends: b (>= 1) | c, d\n\nPackage: a-x\nDepends: e\nDescription: f\n g\n',
  'bazel-workspace':
    'http_archive(\n    name = "a",\n    urls = ["https://x.org/a-1.0.zip"], # x\n)\ngit_repository(name = "b", remote = "https://github.com/c/d", tag = "v1")\n',
  'bazel-module':
    'module(name = "a", version = "1")\nbazel_dep(name = "b", version = "2", dev_dependency = True)\nmaven.install(artifacts = ["g:a:1"])\n',
  'terraform-config':
    'terraform {\n  required_providers {\n    a = {\n      source = "b/c"\n      version = "~> 1"\n    }\n  }\n}\nmodule "m" {\n  source = "d/e/f"\n}\n',
  'terraform-lock': 'provider "a/b/c" {\n  version = "1.0.0"\n  hashes = [\n    "h1:x",\n  ]\n}\n',
  'helm-lock': 'dependencies:\n  - name: b\n    version: 1.0.0\n    repository: https://x.org\n',
  'helm-chart': 'name: a\nversion: 1.0.0\ndependencies:\n  - name: b\n    version: ~1\n    repository: https://x.org\n',
  'cmake-fetched':
    'set(V 1)\nFetchContent_Declare(a GIT_REPOSITORY "https://github.com/a/b" GIT_TAG v1)\nCPMAddPackage("gh:c/d#1") # x\n#[[ y ]]\n',
  'vcpkg-status': 'Package: a\nVersion: 1\nDepends: b\nStatus: install ok installed\n\nPackage: b\nVersion: 2\n',
  'vcpkg-manifest':
    '{"name":"a","version":"1","dependencies":["b",{"name":"c","version>=":"1"}],"overrides":[{"name":"b","version":"2"}]}',
  'conan-recipe':
    'class A(ConanFile):\n    name = "a"\n    license = ("MIT", "BSD")\n    requires = ["b/1", "c/[>1]"]\n    def f(self):\n        self.requires("d/1")\n',
  'conan-lock':
    '{"graph_lock":{"nodes":{"0":{"path":"x","requires":["1"]},"1":{"ref":"a/1#0","requires":["2"]},"2":{"ref":"b/2"}}}}',
  'conan-txt': '[requires]\na/1.0@u/c # x\nb/[>=1]\n[tool_requires]\nc/2\n',
  'os-release': 'NAME="Debian"\nID=debian\nVERSION_ID="12"\n',
  'git-modules': '[submodule "a"]\n\tpath = a\n\turl = https://github.com/a/b.git\n\tbranch = c\n',
  'git-pre-commit': 'repos:\n  - repo: https://github.com/a/b\n    rev: v1\n',
  'gitlab-ci': 'include:\n  - project: a/b\n    ref: v1\nj:\n  image: c:1\n  services: [d:2]\n',
  'docker-compose': 'services:\n  a:\n    image: x/b:1\n',
  'docker-dockerfile': 'ARG V=1\nFROM a:$V AS b\nCOPY --from=c:2 \\\n  /x /y\nFROM b\nRUN <<E\nx\nE\n',
  'github-actions':
    'jobs:\n  a:\n    container: b:1\n    steps:\n      - uses: c/d@v1 # v1.0\n      - uses: docker://e:2\n',
  'freebsd-manifest': '{"name":"a","version":"1","licenselogic":"and","licenses":["MIT"],"deps":{"b":{"version":"2"}}}',
  'system-pkginfo': '# Generated by abuild\npkgname = a\npkgver = 1-r0\nlicense = MIT\ndepend = b\n',
  'alpm-desc': '%NAME%\na\n\n%VERSION%\n1-1\n\n%LICENSE%\nMIT\n\n%DEPENDS%\nb>=1\n',
  'alpm-pkgbuild': 'pkgname=(a b)\npkgver=1\npkgrel=2\nlicense=(MIT GPL)\ndepends=(c "d>=1")\noptdepends=("e: f")\n',
  'apk-apkbuild':
    'pkgname=a\npkgver=1\npkgrel=$((1 + 1))\nlicense="MIT"\ndepends="b>=1"\nsource="https://x/$pkgver.tgz"\nbuild() {\n\tmake\n}\n',
  'deb-status':
    'Package: a\nStatus: install ok installed\nVersion: 1\nSource: s (2)\nDepends: b (>= 1) | c\nDescription: x\n y\n\nPackage: b\nVersion: 2\n',
  'opkg-status': 'Package: a\nVersion: 1\nDepends: b\nSource: s_1.bb\n\nPackage: b\nVersion: 2\n',
  'apk-installed': 'C:Q1x=\nP:a\nV:1-r0\nD:so:b.so /bin/sh\nF:bin\nR:sh\n\nP:b\nV:2-r0\np:so:b.so=1\n',
  'rpm-database': berkeleyDatabase([rpmHeader(SAMPLE_TAGS)]),
  'rpm-package': rpmFile(SAMPLE_TAGS),
  'rpm-manifest': 'a\t1-1.cm2\t1\t2\tM\t(none)\t3\tx86_64\t0\ts.src.rpm\n',
  'npm-package-json':
    '{"name":"@s/a","version":"1.0.0","license":"MIT","dependencies":{"b":"^1.0.0","c":"npm:d@2.0.0"}}',
  'npm-package-lock':
    '{"packages":{"":{"dependencies":{"a":"1"}},"node_modules/a":{"version":"1.0.0","dependencies":{"b":"*"}},"node_modules/b":{"version":"2.0.0","dev":true}}}',
  'npm-yarn-lock':
    '"@s/a@^1.0.0", "@s/a@^1.1.0":\n  version "1.1.1"\n  resolved "https://r/a#0"\n  dependencies:\n    b "^2.0.0"\n\nb@^2.0.0:\n  version "2.0.0"\n',
  'npm-pnpm-lock':
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: ^1.0.0\n        version: 1.0.0(b@2.0.0)\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-x, tarball: 'y'}\nsnapshots:\n  a@1.0.0(b@2.0.0):\n    dependencies:\n      b: 2.0.0\n  b@2.0.0: {}\n",
  'pypi-pyproject':
    '[project]\nname = "a"\nversion = "1"\ndependencies = ["b[x]>=1 ; python_version > \'3\'"]\n[tool.poetry.dependencies]\nc = {version = "^1", optional = true}\n',
  'pypi-setup-cfg':
    '[metadata]\nname = a\n[options]\ninstall_requires =\n    b>=1\n    c==2\n[options.extras_require]\nx = d\n',
  'pypi-setup-py':
    "from setuptools import setup\nV = '1'\nsetup(name='a' 'b', version=V, install_requires=['c>=1', \"d==2\"], extras_require={'x': ('e',)})\n",
  'pypi-installed': 'a/__init__.py,sha256=x,1\na/b.py,,\nc.py,,\n',
  'pypi-metadata':
    'Name: a\nVersion: 1\nLicense: x\n  y\nClassifier: License :: OSI Approved :: MIT License\nRequires-Dist: b (>=1); extra == "x"\n\ntext\n',
  'pypi-requirements': '-r base.txt\na==1 --hash=sha256:x \\\n  --hash=sha256:y\n    # via b\nb[c]>=1 ; x == "y"\n',
  'pypi-poetry-lock':
    '[[package]]\nname = "a"\nversion = "1"\ngroups = ["dev"]\n[package.dependencies]\nb = {version = "*"}\n[[package]]\nname = "b"\nversion = "2"\n',
  'pypi-pipfile-lock':
    '{"_meta":{},"default":{"a":{"version":"==1","hashes":["sha256:x"]}},"develop":{"b":{"version":"==2"}}}',
  'pypi-uv-lock':
    '[[package]]\nname = "r"\nsource = { virtual = "." }\ndependencies = [{ name = "a" }]\n[[package]]\nname = "a"\nversion = "1"\nsdist = { url = "u", hash = "h" }\n',
  'maven-pom': `<project><groupId>g</groupId><artifactId>a</artifactId><version>\${v}</version><properties><v>1</v></properties><dependencies><dependency><groupId>h</groupId><artifactId>b</artifactId><version>[1.0]</version><scope>provided</scope></dependency></dependencies></project>`,
  'maven-pom-properties': 'groupId=g\nartifactId=a\nversion=1\n',
  'maven-gradle-script':
    'ext { v = "1" }\ndependencies {\n  api "g:a:$v"\n  testImplementation group: "h", name: "b"\n  api libs.c\n}\n',
  'maven-gradle-lockfile': 'g:a:1.0=runtimeClasspath\nempty=\n',
  'maven-gradle-catalog': '[versions]\nv = "1"\n[libraries]\na = { module = "g:a", version.ref = "v" }\n',
  'maven-gradle-verification':
    '<verification-metadata><components><component group="g" name="a" version="1"><artifact name="a-1.jar"><sha256 value="ab"/></artifact></component></components></verification-metadata>',
  'maven-gradle-properties': 'slf4jVersion=2.0\n',
  'maven-manifest-mf': 'Manifest-Version: 1.0\nBundle-SymbolicName: a.b\n c\n\nName: x\n',
  'maven-ivy':
    '<ivy-module><info organisation="o" module="m"/><dependencies><dependency org="a" name="b" rev="1"/></dependencies></ivy-module>',
  'maven-sbt': 'val v = "1"\nlibraryDependencies += "g" % "a" % v % Test\nivy"h::b:2"\n',
  'clojars-project': '(defproject a/b "1" :dependencies [[c/d "2" :scope "test"]])\n{:deps {e/f {:mvn/version "3"}}}',
  'npm-bun-lock':
    '{"workspaces":{"":{"name":"r","dependencies":{"a":"^1"}}},"packages":{"a":["a@1.0.0","",{"dependencies":{"b":"2"}},"sha512-x"],"a/b":["b@2.0.0","",{},"sha512-y"],},}',
  'npm-deno-json': '{"imports":{"a":"npm:a@^1","@std/path":"jsr:@std/path@1.0.0",},}',
  'npm-deno-lock':
    '{"version":"4","specifiers":{"npm:a@1":"1.0.0"},"npm":{"a@1.0.0":{"integrity":"sha512-x","dependencies":["b"]},"b@2.0.0":{"integrity":"y"}},"jsr":{"@s/c@1.0.0":{"integrity":"z"}},"workspace":{"dependencies":["npm:a@1"]}}',
  'npm-libman':
    '{"libraries":[{"library":"a@1.0.0","destination":"lib/a"},{"provider":"unpkg","library":"@b/c@2.0.0"}]}',
  'bower-json': '{"name":"a","version":"1.0.0","license":["MIT"],"dependencies":{"b":"~1.2","c":"d#1.0.0"}}',
  'component-json': '{"name":"a","repo":"o/a","license":"BSD"}',
  'pypi-pipfile': '[packages]\na = "==1.0"\nb = {version = ">=1", extras = ["x"]}\n[dev-packages]\nc = "*"\n',
  'pypi-pylock':
    '[[packages]]\nname = "a"\nversion = "1.0"\nwheels = [{ url = "u", hashes = { sha256 = "ab" } }]\ndependencies = [{ name = "b" }]\n[[packages]]\nname = "b"\nversion = "2"\n',
  'pypi-script': '# /// script\n# dependencies = [\n#   "a>=1",\n# ]\n# ///\nimport a\n',
  'sbom-document': '{"bomFormat":"CycloneDX","components":[{"purl":"pkg:cargo/a@1.0.0"}]}',
  'pypi-wheel-sbom': '{"bomFormat":"CycloneDX","components":[{"purl":"pkg:cargo/a@1.0.0"}]}',
  'conda-environment':
    'name: e\ndependencies:\n  - python=3.9\n  - conda-forge::numpy=1.2.3=py39\n  - pip:\n    - a==1.0\n',
  'conda-recipe':
    '{% set version = "1.0" %}\npackage:\n  name: a\n  version: {{ version }}\nrequirements:\n  run:\n    - b >=1\nabout:\n  license: MIT\n',
  'conda-meta': '{"name":"a","version":"1.0","license":"MIT","depends":["b >=1","__glibc"],"sha256":"ab"}',
  'conda-lock':
    'package:\n- name: a\n  version: 1.0.0\n  manager: conda\n  dependencies:\n    b: ">=1"\n  url: https://c/a.conda\n  hash:\n    sha256: ab\n- name: b\n  version: 2.0.0\n  manager: pip\n',
  'golang-gopkg-lock':
    '[[projects]]\n  name = "github.com/a/b"\n  version = "v1.0.0"\n  revision = "abc"\n[solve-meta]\n  input-imports = ["github.com/a/b/c"]\n',
  'golang-godeps': '{"ImportPath":"m.org/a","Deps":[{"ImportPath":"b.org/c","Comment":"v1.0.0","Rev":"abc"}]}',
  'golang-glide-lock':
    'imports:\n- name: github.com/a/b\n  version: abc\ntestImports:\n- name: c.org/d\n  version: def\n',
  'golang-go-work': 'go 1.22\nuse (\n\t./a\n)\nreplace a.b/c => d.e/f v1.0.0\n',
  'golang-go-mod': 'module m\nrequire (\n\ta.b/c v1.0.0 // indirect\n)\nreplace a.b/c => d.e/f v1.0.1\n',
  'golang-go-sum': 'a.b/c v1.0.0 h1:x=\na.b/c v1.0.0/go.mod h1:y=\n',
  'golang-vendor-modules': '# a.b/c v1.0.0\n## explicit\na.b/c/d\n# e.f/g v1.0.0 => h.i/j v2.0.0\n',
  'cargo-toml':
    '[package]\nname = "a"\nversion.workspace = true\n[workspace.package]\nversion = "1.0.0"\n[dependencies]\nb = { version = "=1.0.0", package = "c" }\n',
  'cargo-lock':
    '[[package]]\nname = "r"\nversion = "1"\ndependencies = ["a 1.0.0"]\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+x"\n',
  'gem-gemspec':
    'Gem::Specification.new do |s|\n  s.name = %q{a}\n  s.version = "1.0"\n  s.licenses = ["MIT"]\n  s.add_dependency("b", "~> #{s.version}")\nend\n',
  'gem-gemfile': "group :test do\n  gem 'a', '~> 1', require: false\nend\ngem \"b\", github: 'x/y' # c\n",
  'gem-gemfile-lock':
    'GEM\n  remote: https://r/\n  specs:\n    a (1.0)\n      b (~> 1)\n    b (1.1-java)\n\nDEPENDENCIES\n  a!\n\nCHECKSUMS\n  a (1.0) sha256=ab\n',
  'gem-archive':
    '--- !ruby/object:Gem::Specification\nname: a\nversion: !ruby/object:Gem::Version\n  version: 1.0.0\ndependencies: []\n',
  'composer-json': '{"name":"a/b","license":["MIT"],"require":{"php":"8","c/d":"1.0.0"}}',
  'composer-lock':
    '{"packages":[{"name":"a/b","version":"1","require":{"c/d":"*"},"license":["MIT"]}],"packages-dev":[{"name":"c/d","version":"2"}]}',
  'wordpress-header': '/*\n * Plugin Name: a b\n * Version: 1.0\n * License: GPLv2\n */',
  'nuget-project':
    '<Project><PropertyGroup><V>1.0.0</V></PropertyGroup><ItemGroup><PackageReference Include="a" Version="$(V)"/><PackageVersion Include="b" Version="2.0"/></ItemGroup></Project>',
  'nuget-packages-config': '<packages><package id="a" version="1.0.0" developmentDependency="true"/></packages>',
  'nuget-lock':
    '{"version":1,"dependencies":{"net6.0":{"a":{"type":"Direct","resolved":"1.0.0","contentHash":"x","dependencies":{"b":"2.0.0"}}}}}',
  'nuget-assets':
    '{"targets":{"net6.0":{"a/1.0.0":{"type":"package","dependencies":{"b":"1"}}}},"libraries":{"a/1.0.0":{"sha512":"x"}},"projectFileDependencyGroups":{"net6.0":["a >= 1.0.0"]}}',
  'nuget-deps-json':
    '{"targets":{"net6.0":{"a/1.0.0":{"dependencies":{"b":"1"}}}},"libraries":{"a/1.0.0":{"type":"package","sha512":"x"}}}',
  'nuget-nuspec':
    '<package><metadata><id>a</id><version>1</version><license type="expression">MIT</license><dependencies><dependency id="b" version="[1.0]"/></dependencies></metadata></package>',
  'nuget-paket': 'NUGET\n  remote: https://x\n    a (1.0)\n      b (>= 1)\n    b (1.1)\nGROUP Test\nNUGET\n    c (2)\n',
  'nuget-project-json': '{"dependencies":{"a":"1.0.0","b":{"version":"2.*","type":"build"}}}',
  'nuget-tools': '{"version":1,"tools":{"a":{"version":"1.0.0"}},"msbuild-sdks":{"b":"1.0"}}',
  'swift-package':
    'let package = Package(name: "a", dependencies: [.package(url: "https://g.com/a/b.git", exact: "1.0.0"), // x\n .package(url: "https://g.com/a/c", from: "1.0")])',
  'swift-package-resolved':
    '{"pins":[{"identity":"a","kind":"remoteSourceControl","location":"https://g.com/a/b.git","state":{"revision":"ab","version":"1.0.0"}}],"version":2}',
  'swift-deplock':
    '{"identity":"x","url":"/x","version":"unspecified","dependencies":[{"identity":"a","url":"https://g.com/a/b","version":"1","dependencies":[]}]}',
  'cocoapods-podfile': "target 'a' do\n  pod 'b/c', '~> 1.0', :git => 'https://x'\nend\n",
  'cocoapods-podfile-lock':
    'PODS:\n  - a (1.0):\n    - b/c (= 1)\n  - b/c (1)\nDEPENDENCIES:\n  - a\nSPEC CHECKSUMS:\n  a: ab\n',
  'cocoapods-podspec':
    "Pod::Spec.new do |s|\n  s.name = 'a'\n  s.license = { :type => 'MIT' }\n  s.dependency 'b', '1.0'\nend\n",
  'carthage-cartfile': 'github "a/b" ~> 1.0\ngit "https://x.org/c/d.git" "main"\n',
  'carthage-resolved': 'github "a/b" "1.0"\ngit "https://x.org/c/d.git" "abc"\n',
  'pub-pubspec': 'name: a\nversion: 1.0.0\ndependencies:\n  b: ^1.0.0\n  c:\n    git: {url: https://x/c}\n',
  'pub-lock':
    'packages:\n  a:\n    dependency: "direct main"\n    description:\n      sha256: "ab"\n    source: hosted\n    version: "1.0.0"\n',
  'hex-mix-exs':
    'defmodule A do\n  @version "1.0"\n  def project do\n    [app: :a, version: @version]\n  end\n  defp deps do\n    [{:b, "~> 1.0", only: :test}, {:c, git: "x"}]\n  end\nend\n',
  'hex-mix-lock':
    '%{\n  "a": {:hex, :a, "1.0", "x", [:mix], [{:b, "1", [hex: :b]}], "hexpm", "y"},\n  "b": {:git, "https://x", "abc", []},\n}\n',
  'hex-rebar-config': '{deps, [a, {b, "1.0.0"}, {c, {git, "x", {tag, "1"}}}]}. % x\n',
  'hex-rebar-lock': '{"1.2.0",[{<<"a">>,{pkg,<<"a">>,<<"1.0">>},0}]}.\n[{pkg_hash,[{<<"a">>,<<"AB">>}]}].\n',
  'hex-app-src': '{application, a, [{vsn, "1.0"}, {licenses, ["MIT"]}]}.\n',
  'otp-app': '{application, a, [{vsn, "1.0"}, {applications, [kernel, b]}]}.\n',
  'hex-gleam': 'name = "a"\nversion = "1.0"\n[dependencies]\nb = "~> 1.0"\n',
  'hex-gleam-manifest':
    'packages = [{ name = "a", version = "1.0", requirements = ["b"], outer_checksum = "AB" }]\n[requirements]\na = { version = "1" }\n',
  'cran-description': 'Package: a\nVersion: 1.0\nLicense: GPL (>= 2)\nImports: b (>= 1.0), c,\n  d\n',
  'cran-lock': '{"Packages":{"a":{"Package":"a","Version":"1.0","Requirements":["b"],"Hash":"ab"}}}',
  'cpan-cpanfile': "requires 'A::B', '1.0';\non 'test' => sub {\n  requires 'C';\n};\n",
  'cpan-snapshot':
    'DISTRIBUTIONS\n  A-B-1.0\n    pathname: A/AB/A-B-1.0.tar.gz\n    provides:\n      A::B 1.0\n    requirements:\n      C 0\n',
  'cpan-meta': '{"name":"A","version":"1.0","license":["perl_5"],"prereqs":{"runtime":{"requires":{"B":"1"}}}}',
  'cpan-script': "WriteMakefile(NAME => 'A::B', LICENSE => 'perl', PREREQ_PM => { 'C' => '1.0' });\n",
  'hackage-cabal': 'name: a\nversion: 1.0\nlicense: BSD3\nlibrary\n  build-depends: base >=4, b ==1.0\n',
  'hackage-freeze': 'constraints: any.a ==1.0,\n             b installed\n',
  'hackage-stack': 'resolver: lts\nextra-deps:\n- a-1.0@sha256:ab,1\n- git: https://x/y.git\n  commit: abc\n',
  'hackage-hpack': 'name: a\nversion: 1.0\ndependencies:\n- base >= 4\n- b\n',
  'opam-file': 'opam-version: "2.0"\nname: "a"\ndepends: ["b" {>= "1.0"} "c"]\nurl {\n  src: "x"\n}\n',
  'opam-dune-project': '(lang dune 3.0)\n(package (name a) (depends (b (>= 1.0)) c))\n',
  'nim-nimble': 'version = "1.0"\nrequires "nim >= 1", "a == 1.0"\n',
  'nim-lock': '{"packages":{"a":{"version":"1.0","dependencies":["b"],"checksums":{"sha1":"x"}}}}',
  'julia-project': 'name = "A"\nuuid = "1"\n[deps]\nB = "2"\n[compat]\nB = "1.0"\n',
  'julia-manifest':
    'manifest_format = "2.0"\n[[deps.A]]\ndeps = ["B"]\nuuid = "1"\nversion = "1.0"\n[[deps.B]]\nuuid = "2"\n',
  'luarocks-rockspec':
    'package = "a"\nversion = "1.0-1"\ndescription = { license = "MIT" }\ndependencies = { "lua >= 5.1", "b == 1.0" }\n',
  'luarocks-lock': 'return {\n  dependencies = {\n    a = "1.0-1",\n    ["b-c"] = "2.0-1"\n  }\n}\n',
  'haxe-haxelib': '{"name":"a","version":"1.0","dependencies":{"b":"1.0.0","c":""}}',
  'swipl-pack': "name(a).\nversion('1.0').\nrequires(b).\n",
  'elm-json': '{"type":"application","dependencies":{"direct":{"a/b":"1.0.0"},"indirect":{}}}',
  'purescript-spago': 'package:\n  name: a\n  dependencies:\n    - b\n    - c: ">=1.0.0"\n',
  'crystal-shard': 'name: a\nversion: 1.0\ndependencies:\n  b:\n    github: x/b\n    version: ~> 1.0\n',
  'dub-json': '{"name":"a","dependencies":{"b":"1.0.0","c":{"version":"~>1.0","optional":true}}}',
  'zig-zon':
    '.{ .name = .a, .dependencies = .{ .b = .{ .url = "https://github.com/x/b/archive/1.0.tar.gz", .hash = "h" } } }',
  'racket-info': '#lang info\n(define collection "a")\n(define deps \'("b" ("c" #:version "1.0")))\n',
  'chef-metadata': "name 'a'\nversion '1.0'\ndepends 'b', '~> 1.0'\n",
  'aboutcode-about': 'about_resource: a.c\nname: a\nversion: 1.0\ndescription: |\n  b\n',
  'android-metadata':
    'name: "a"\nthird_party {\n  identifier { type: "Git" value: "https://github.com/a/b" version: "v1" primary_source: true }\n}\n',
  'chromium-readme': 'Name: a\nURL: https://a.example\nVersion: 1.0\nLicense: MIT\n',
  'dep5-copyright':
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: ./thirdparty/a/*\nComment: A\nLicense: MIT\n',
  'meson-wrap': '[wrap-file]\ndirectory = a-1.0\nsource_url = https://a.example/a-1.0.zip\n',
  'microsoft-cgmanifest':
    '{"registrations":[{"component":{"type":"git","git":{"repositoryUrl":"https://github.com/a/b","commitHash":"0123456789abcdef0123456789abcdef01234567"}}}]}',
  'mozilla-moz-yaml':
    'origin:\n  name: a\n  url: https://a.example\n  release: 1.0 (2024-01-01)\n  license: [MIT, ISC]\n',
  'qt-attribution':
    '{ "Name": "a", "Homepage": "https://a.example", "Version": "1.0", "LicenseId": "MIT", "Path": "a" }\n',
  'kitware-import':
    'readonly name="a"\nreadonly subtree="lib/a"\nreadonly repo="https://a.example/a.git"\nreadonly tag="v1.0"\n',
  'project-version': 'AC_INIT([a], [1.0.2], [bugs@a.example])\n',
  'third-party-readme': '## a\n\n- Upstream: https://a.example\n- Version: 1.0 (2024)\n- License: MIT\n',
  'yocto-recipe':
    'LICENSE = "MIT"\nSRC_URI = "https://a.example/a.tar.gz \\\n  file://b"\nSRC_URI[sha256sum] = "ab"\ninherit x\n',
  'buildroot-recipe':
    'A_VERSION = 1.0\nA_SITE = $(call github,a,b,$(A_VERSION))\nA_LICENSE = MIT\n$(eval $(generic-package))\n',
  'buildroot-config': 'BR2_PACKAGE_A=y\n# BR2_PACKAGE_B is not set\nBR2_TARGET_UBOOT_CUSTOM_VERSION_VALUE="1"\n',
  'flatpak-manifest':
    'id: org.a.B\nruntime: org.x.Platform\nruntime-version: "1"\nsdk: org.x.Sdk\nmodules:\n- name: z\n  sources:\n  - type: archive\n    url: https://z.example/z-1.0.tgz\n    sha256: ab\n',
  'kubernetes-manifest':
    'apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - image: a/b:1.0\n',
  'vcpkg-spdx':
    '{"packages":[{"SPDXID":"SPDXRef-port","name":"a","versionInfo":"1.0#1","licenseConcluded":"MIT"},{"SPDXID":"SPDXRef-resource-1","downloadLocation":"git+https://a.example@1","checksums":[{"algorithm":"SHA512","checksumValue":"ab"}]}]}',
  'vcpkg-configuration':
    '{"default-registry":{"kind":"git","repository":"https://a.example","baseline":"ab"},"registries":[{"kind":"filesystem","path":"x","packages":["b"]}],"overlay-ports":["p"]}',
  'vcpkg-portfile': 'vcpkg_from_github(\n  REPO a/b\n  REF v1\n  SHA512 ab\n)\n',
  'pear-package':
    '<package xmlns="http://pear.php.net/dtd/package-2.0"><name>a</name><channel>pecl.php.net</channel><version><release>1.0</release></version><dependencies><required><package><name>b</name><min>1</min></package></required></dependencies></package>',
  'pear-registry': 'a:2:{s:4:"name";s:1:"a";s:7:"version";a:1:{s:7:"release";s:3:"1.0";}}',
  'ebuild-recipe': `EAPI=8\nDESCRIPTION="a"\nSRC_URI="https://a.example/\${P}.tgz"\nLICENSE="MIT"\n`,
  'ebuild-installed': 'obj /usr/bin/a 1 2\n',
};
