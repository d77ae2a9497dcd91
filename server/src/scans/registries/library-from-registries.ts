// The last step of a scan that asked registries: adds their descriptions, home pages and versions of the project's components to the library.
// It has its own transactions, because a popular package has thousands of versions and the inventory must not wait for them.

import { storableText } from '@assay/scanner/foreign-text';
import { listVersions } from '../../db/components/components.ts';
import {
  addRegistryVersions,
  fillBlankComponents,
  listUntakenAnswers,
  markTaken,
} from '../../db/components/registry-answers.ts';
import { libraryVersionsOf } from '../../domain/derivation/registries.ts';
import { licenseReader } from '../../library/declared-licenses.ts';
import type { JobContext } from '../../queue/job-context.ts';

const ANSWERS_AT_ONCE = 25;

export async function fillLibraryFromRegistries(
  { app, signal }: Pick<JobContext, 'app' | 'signal'>,
  projectId: number,
): Promise<void> {
  const licenseOf = await licenseReader(app.db);
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal.throwIfAborted();
    const answers = await listUntakenAnswers(app.db, { projectId, after, limit: ANSWERS_AT_ONCE });
    const standing = Map.groupBy(
      await listVersions(
        app.db,
        answers.map(({ componentId }) => componentId),
      ),
      (version) => version.component_id,
    );
    await app.db.transaction().execute(async (tx) => {
      await fillBlankComponents(
        tx,
        answers.map(({ componentId, facts }) => ({
          id: componentId,
          description: storableText(facts.description),
          url: storableText(facts.homepageUrl),
        })),
      );
      await addRegistryVersions(
        tx,
        answers.flatMap((answer) =>
          libraryVersionsOf(
            answer,
            (standing.get(answer.componentId) ?? []).map(({ name }) => name),
            licenseOf,
          ).map((version) => ({ componentId: answer.componentId, ...version })),
        ),
      );
      await markTaken(tx, answers);
    });
    after = answers.at(-1)?.purl;
  }
}
