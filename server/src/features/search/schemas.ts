// Schemas of the search over everything.
import { searchKinds } from '../../domain/search/kinds.ts';
import { Enumeration } from '../../http/models/models.ts';
import { Model, Type } from '../../http/models/schemas.ts';

export const SearchKindValue = Enumeration('SearchKind', searchKinds);

export const SearchAnswer = Model('SearchAnswer', {
  groups: Type.Array(
    Model('SearchGroup', {
      kind: SearchKindValue('What was found'),
      rows: Type.Array(
        Model('SearchFound', {
          id: Type.Integer({ description: 'Id of the object; 0 for a copyright holder, which has none' }),
          title: Type.String(),
          detail: Type.String({ description: 'What tells it from others of the same name' }),
          projectId: Type.Optional(Type.Integer({ description: 'Project of a file or task' })),
        }),
        { description: 'The best first, at most six' },
      ),
      isMore: Type.Boolean({ description: 'There are more' }),
    }),
    { description: 'A group for each kind that was searched, also without rows' },
  ),
  late: Type.Array(SearchKindValue('Kind'), {
    description: 'Kinds that took too long. Search for them alone, which may take longer',
  }),
});
