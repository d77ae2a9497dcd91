// What a file defines for other files of its code base: poms, Gradle scripts, workspaces, catalogs, recipes. Plain data as written, part of a finding (findings.ts).
import type { DependencyScope } from './dependency-scopes.ts';

/** Names and values in order. Not an object, because names come from foreign files. */
export type TextPairs = [name: string, value: string][];

/** What a file defines for other files of its code base: one field for each kind of file. As written; nothing is resolved. */
export interface Definitions {
  /** From a pom.xml: what it inherits, and what others inherit from it. */
  maven?: MavenModel;
  /** From a build.gradle or build.gradle.kts: requests whose versions are in other files. */
  gradle?: GradleRequests;
  /** From a libs.versions.toml. */
  catalog?: VersionCatalog;
  /** From a gradle.properties. */
  properties?: TextPairs;
  /** From a go.work: folders of modules, and replacements; `from` is `path` or `path@version`, and a version '' means a folder. */
  goWork?: { uses: string[]; replaced: { from: string; path: string; version: string }[] };
  /** From a Cargo.toml: what a workspace shares, and what a member takes from it. */
  cargo?: CargoWorkspace;
  /** From a Terraform configuration: the names that it gives its providers, and those that it uses. */
  terraform?: { required: string[]; used: { name: string; line: number }[] };
  /** From MSBuild files: central versions and properties that projects below refer to. */
  nuget?: NugetDefinitions;
  /** From a requirements file: other files that it names, as written. */
  requirements?: { includes: string[]; constraints: string[] };
  /** From a list of an installed Python package: its files and folders (with `/` at the end), relative to the folder around its metadata. */
  installs?: string[];
  /** Other manifests that a manifest names. Their file names need not say what they are. */
  names?: NamedManifest[];
  /** From a META-INF/MANIFEST.MF: main attributes that name the contents of the jar. */
  jar?: TextPairs;
  /** From a recipe of a build system: its statements in order, as written. Its path gives the name or version (packages/recipes/). */
  recipe?: RecipeStatement[];
  /** From a component.json: the name of a package, and the license that the file states for it. */
  licensed?: { name: string; license: string };
  /** From a build file, header or README: the version that it states of the source around it. In parts, if each number has a line of its own. */
  project?: { version: string; line: number; isInParts?: true };
  /** From a manifest that states its name only by the name of its file. The texts of the package are in the finding. */
  isNamedByFile?: true;
}

/** A manifest that another manifest names. */
export interface NamedManifest {
  /** As written, with forward slashes: relative to the folder of the file that names it. */
  path: string;
  /** The member of the manifest family that reads it. */
  manifest: string;
  /** The 1-based line that names it. */
  line: number;
  /** True if the path is relative to an outer folder, such as the root of a repository: the nearest folder that has the file. */
  isFromOuterFolder?: true;
  /** True if the manifest works without that file, so that its absence is no fault. */
  isOptional?: true;
  /** What its packages are needed for, if the file is named for something else than the product itself. */
  scope?: DependencyScope;
}

/** `name operator "value"`. Lines of the value are separated by line breaks, without the signs that continue a line. */
export interface RecipeStatement {
  name: string;
  operator: string;
  value: string;
  /** The 1-based line on which the value begins. */
  line: number;
}

export interface NugetDefinitions {
  /** `PackageVersion` and `PackageReference Update`: versions for references without one. */
  versions: { name: string; version: string; line: number }[];
  properties: TextPairs;
}

export interface MavenModel {
  groupId: string;
  artifactId: string;
  version: string;
  /** `relativePath` is '' when the file gives it as empty: then the parent is not in the folder above. */
  parent?: { groupId: string; artifactId: string; version: string; relativePath: string };
  properties: TextPairs;
  /** Versions for dependencies without one; the scope `import` refers to another file's list. */
  managed: MavenRequest[];
  /** Dependencies whose names have placeholders that this file does not replace. */
  unnamed: MavenRequest[];
  /** Names of dependencies whose scope is written here, so that no managed scope applies. */
  scoped?: string[];
  /** The dependencies that children inherit; only from a pom that may be a parent. */
  inherited?: MavenRequest[];
}

export interface MavenRequest {
  /** `group:artifact` */
  name: string;
  version: string;
  /** As written; '' for none. */
  scope: string;
  isOptional?: true;
  line?: number;
}

export interface GradleRequests {
  /** Accessors of version catalogs: `libs.commons.lang3`, `libs.bundles.web`, `libs.plugins.kotlin`. */
  references: { accessor: string; scope: DependencyScope; line: number }[];
  /** Requests whose text has variables that the file does not set: `org.slf4j:slf4j-api:$slf4jVersion`. */
  open: { notation: string; scope: DependencyScope; line: number }[];
  /** Literal variables for other scripts: `ext { slf4jVersion = '2.0.9' }`. */
  variables: TextPairs;
  /** Versions by `group:artifact` that Spring's plugin, in `subprojects { … }`, gives to the projects below. */
  managed?: TextPairs;
  project?: GradleProject;
}

/** What a script says about its own project. Values may have variables; '' for none. */
export interface GradleProject {
  group: string;
  version: string;
  /** The same for all projects below: `allprojects { group = 'a' }`. */
  sharedGroup: string;
  sharedVersion: string;
  /** From settings.gradle: the name of the root project, and the projects of the build: `:a:b`. */
  rootName: string;
  includes: string[];
  /** The 1-based line of the first of these. */
  line: number;
}

export interface VersionCatalog {
  /** `alias`, `group:artifact`, version ('' for none), and the line. */
  libraries: { alias: string; name: string; version: string; line?: number }[];
  plugins: { alias: string; name: string; version: string; line?: number }[];
  bundles: { alias: string; libraries: string[] }[];
}

export interface CargoWorkspace {
  /** `[workspace.package]`: version, license, … */
  shared: TextPairs;
  /** `[workspace.dependencies]` */
  dependencies: { key: string; fullName: string; requirement: string; isLocal?: true }[];
  /** Fields of `[package]` that this crate takes from its workspace. */
  inherits: string[];
  /** Keys of dependencies that this crate takes from its workspace. */
  inheritsDependencies: string[];
}
