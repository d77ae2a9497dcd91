// Addresses of Dependency-Track for VEX documents.
import { signedIn } from '../../../http/access.ts';
import { MIB } from '../../../http/bodies.ts';
import { type Form, formFile, withForm } from '../../../http/forms.ts';
import { inputReader } from '../../../http/input.ts';
import { bare } from '../../../http/replies.ts';
import { type Route, route } from '../../../http/route.ts';
import { shared } from './addresses.ts';
import { ignoring, othersIn } from './ignored.ts';
import { BomToken, VEX_MEMBERS, VexSubmission, VexTarget, vexForm } from './schemas.ts';
import { withEncoded } from './uploads.ts';
import { type TakesVex, uploadVex } from './vex.ts';

const readTarget = inputReader(VexTarget, 'body') as (raw: unknown) => VexTarget;

const takenOver = {
  200: { description: 'Taken over; the token is of an import that is over', schema: BomToken },
  400: { description: 'A field is wrong, or the document is no VEX document' },
  404: { description: 'No such project, or the site does not offer these addresses' },
  413: { description: 'The document is too large' },
};

/** @param takesVex of the feature that has the analyses */
export const dependencyTrackVexRoutes = (takesVex: TakesVex): Route[] => [
  route({
    ...shared,
    id: 'dependencyTrackVex',
    method: 'PUT',
    path: '/api/v1/vex',
    summary: 'Takes a VEX document in Base64 over as analyses of a project',
    access: signedIn(['ANALYZE_VULNERABILITIES']),
    largestBodyBytes: 64 * MIB,
    body: VexSubmission,
    responses: takenOver,
    run: (call) => {
      const { vex, ...target } = call.body;
      return withEncoded(call, 'vex', vex, async (file) =>
        ignoring(othersIn(call.body, VEX_MEMBERS), bare({ token: await uploadVex(call, takesVex, target, file) })),
      );
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackVexForm',
    method: 'POST',
    path: '/api/v1/vex',
    summary: 'Takes a VEX document of a form over as analyses of a project',
    access: signedIn(['ANALYZE_VULNERABILITIES']),
    body: { form: vexForm },
    responses: takenOver,
    run: (call) => {
      const others: string[] = [];
      const take = async (form: Form) => {
        const token = await uploadVex(call, takesVex, readTarget(form.texts), formFile(form, 'vex'));
        return ignoring(others, bare({ token }));
      };
      return withForm(call, vexForm, take, { onOther: (name) => void others.push(name) });
    },
  }),
];
