// The lockfiles of rules_jvm_external that Bazel files name by labels.
// Format: https://bazel.build/concepts/labels
import type { NamedManifest } from '../../definitions.ts';

const LOCKFILE =
  /\b(?:maven_install_json|lock_file)[ \t]{0,20}=[ \t]{0,20}["'](?:@?@?\/\/([\w./+-]{0,500}))?:([\w./+-]{1,500}\.json)["']/;

/** `maven_install_json = "//third_party:maven.json"`; a label without `//` is one of the same folder. */
export function lockfilesNamedIn(text: string): NamedManifest[] {
  if (!text.includes('maven_install_json') && !text.includes('lock_file')) return [];
  return text.split('\n').flatMap((written, at): NamedManifest[] => {
    const [, folder, file] = LOCKFILE.exec(written.replace(/#.*$/, '')) ?? [];
    if (file === undefined) return [];
    const named = { manifest: 'bazel-maven-install', line: at + 1 };
    if (folder === undefined) return [{ path: file, ...named }];
    return [{ path: folder === '' ? file : `${folder}/${file}`, ...named, isFromOuterFolder: true }];
  });
}
