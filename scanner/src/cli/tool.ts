// Our name and version, for documents that name the tool that made them.
import packageJson from '../../package.json' with { type: 'json' };

export const TOOL: { name: string; version: string } = { name: 'assay', version: packageJson.version };
