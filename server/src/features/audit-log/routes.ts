// The audit log, for system administrators. There is no operation that changes it.
import { permission } from '../../http/access.ts';
import { DataOf, ListOf, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { AuditAction, AuditEntry, ExportQuery, Filter, Verification } from './schemas.ts';

const group = 'Audit log';
const access = permission('system_admin');

export const auditLogRoutes: Route[] = [
  route({
    id: 'listAuditLog',
    method: 'GET',
    path: '/auditLog',
    group,
    isExtra: true,
    summary: 'Who did what from where, newest first',
    access,
    query: Type.Object({ ...Filter, ...PageQuery }),
    responses: { 200: { description: 'Entries', schema: PageOf(AuditEntry) } },
    async run({ app, query }) {
      const { entries, paging } = await operations.listEntries(app, query, newPage(query));
      return data(entries, paging);
    },
  }),
  route({
    id: 'listAuditActions',
    method: 'GET',
    path: '/auditLog/actions',
    group,
    isExtra: true,
    summary: 'Every action that the audit log can have, in words',
    access,
    responses: {
      200: { description: 'Actions, by the kind of thing that they are about', schema: ListOf(AuditAction) },
    },
    run: async () => data(operations.listActions()),
  }),
  route({
    id: 'exportAuditLog',
    method: 'GET',
    path: '/auditLog/export',
    group,
    isExtra: true,
    isAudited: true,
    summary: 'All entries that match, oldest first, as CSV or as one JSON object per line',
    access,
    query: ExportQuery,
    responses: { 200: { description: 'The file', mediaType: 'text/csv or application/x-ndjson' } },
    async run({ app, query }) {
      const { stream, fileName } = await operations.exportEntries(app, query, query.format);
      return download(stream, fileName, query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson');
    },
  }),
  route({
    id: 'verifyAuditLog',
    method: 'GET',
    path: '/auditLog/verify',
    group,
    isExtra: true,
    summary: 'Computes the chain of hashes again and reports where it is broken',
    access,
    query: Type.Object({ head: Type.Optional(Text(100, 'An earlier head: also checks that this line is unchanged')) }),
    responses: { 200: { description: 'What was found', schema: DataOf(Verification) } },
    run: async ({ app, query }) => data(await operations.verify(app, query.head)),
  }),
];
