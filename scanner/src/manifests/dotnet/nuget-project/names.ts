// Which files have this format.
const PROJECT = /\.(cs|fs|vb|vcx|sql|wix|sf|node|pssproj|cc)proj$/i;
/** Files that projects import. Names that others than MSBuild use too are left out. */
const SHARED = /^(?:[\w.-]*\.)?(?:Build|Packages?|Solution|Versions?|Dependencies|Common|NuGet)\.(?:props|targets)$/i;

export function nugetProjectWants(_path: string, file: string): boolean {
  return PROJECT.test(file) || SHARED.test(file);
}
