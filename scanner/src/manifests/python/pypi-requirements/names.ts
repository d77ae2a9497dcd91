// Which files have this format, by the name of the file or of its folder.

/** Whether the name of a file, or of its folder, says that it is a requirements or constraints file. */
export function isRequirementsFile(path: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return (
    /^([\w.-]*[-_.])?requirements?([-_.\w]*)\.(txt|in|pip)$/i.test(file) ||
    /(^|\/)(requirements?|reqs?)\/[^/]+\.(txt|in)$/i.test(path) ||
    /^(.+-)?constraints\.txt$/i.test(file)
  );
}
