import { standings } from '../../domain/decisions/decision.ts';
import { DecisionKindValue, DecisionScopeValue } from '../../http/models/enumerations.ts';
import { Id, Model, OneOf, Type } from '../../http/models/schemas.ts';

export const Decision = Model('Decision', {
  id: Id('Number of the decision'),
  kind: DecisionKindValue('What was decided'),
  subject: Type.Record(Type.String(), Type.String(), {
    description: 'Subject, named without ids, which may change: finding, component and version, digest, path, advisory',
  }),
  scope: DecisionScopeValue('Where it counts'),
  projectId: Type.Integer({ description: 'Project in which it holds; 0 for all projects' }),
  inventoryId: Type.Integer({ description: 'Item for which it holds; 0 for none' }),
  inventoryName: Type.String({ description: 'Its present name; blank if there is no item, or it is gone' }),
  value: Type.Record(Type.String(), Type.Unknown(), { description: 'What was decided' }),
  ground: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Reason: `by` is person, policy, import, scan or migration; the other members can be compared with the facts',
  }),
  author: Type.String({ description: 'Login; System for policies and scans' }),
  decidedOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
  expiresOn: Type.String({ description: 'End of the decision; empty if it has none' }),
  standing: OneOf(standings, 'Whether it holds now'),
  why: Type.String({ description: 'Why it does not hold; empty when it does' }),
});
