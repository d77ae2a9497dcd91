// Where licenses, components, copyright holders and digests are used, in the projects that the caller may see.
import type { App } from '../../app.ts';
import { findComponent } from '../../db/components/components.ts';
import { findLicense } from '../../db/licenses.ts';
import { listUsingFiles, listUsingItems, listUsingProjects } from '../../db/uses/uses.ts';
import { inventoryStatusNames, UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import {
  type AskedSubject,
  digestIn,
  namesInExpressions,
  refuseSubject,
  type Subject,
} from '../../domain/uses/subject.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf, rowsBefore } from '../../http/paging.ts';

export async function usingProjects(app: App, caller: Caller, asked: AskedSubject, page: PageRequest) {
  const { projects, isComplete } = await listUsingProjects(app.db, await subjectOf(app, asked), caller);
  const rows = projects.slice(rowsBefore(page), rowsBefore(page) + page.pageSize).map((project) => ({
    projectId: project.id,
    projectName: project.name,
    projectStatus: project.status,
    items: project.items,
    files: project.files,
  }));
  return { rows, paging: pagingOf(page, projects.length), filesAreComplete: isComplete };
}

export async function usingItems(
  app: App,
  caller: Caller,
  asked: AskedSubject,
  projectId: number | undefined,
  page: PageRequest,
) {
  const subject = await subjectOf(app, asked);
  const { rows, total } = await listUsingItems(app.db, subject, caller, { ...rangeOf(page), projectId });
  const items = rows.map(({ id, name, status, versionName, ...item }) => ({
    inventoryId: id,
    inventoryName: name,
    versionName: versionName || UNKNOWN_VERSION,
    reviewStatus: inventoryStatusNames[status],
    ...item,
  }));
  return { items, paging: pagingOf(page, total) };
}

export async function usingFiles(
  app: App,
  caller: Caller,
  asked: AskedSubject,
  projectId: number | undefined,
  page: PageRequest,
) {
  const subject = await subjectOf(app, asked);
  const { rows, total } = await listUsingFiles(app.db, subject, caller, { ...rangeOf(page), projectId });
  return { files: rows.map(({ id, ...file }) => ({ fileId: id, ...file })), paging: pagingOf(page, total) };
}

async function subjectOf(app: App, asked: AskedSubject): Promise<Subject> {
  const refusal = refuseSubject(asked);
  if (refusal) throw badRequest(refusal.refusal.message);
  if (asked.licenseId !== undefined) {
    const license = await findLicense(app.db, asked.licenseId);
    if (!license) throw notFound('License', asked.licenseId);
    const names = namesInExpressions({ shortName: license.short_name, spdxId: license.spdx_id });
    return { by: 'license', licenseId: license.id, names };
  }
  if (asked.componentId !== undefined) {
    if (!(await findComponent(app.db, asked.componentId))) throw notFound('Component', asked.componentId);
    return { by: 'component', componentId: asked.componentId };
  }
  const digest = digestIn(asked.digest ?? '');
  return digest ? { by: 'digest', ...digest } : { by: 'holder', holder: (asked.holder ?? '').trim() };
}
