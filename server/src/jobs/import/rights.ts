// The decisions in imported data that the importing person may take over: those that the person could make here.
import { rightOf } from '../../authorize/index.ts';
import type { Db } from '../../db/postgres/connection.ts';
import type { User } from '../../db/users/users.ts';
import type { ImportInput } from '../../project-data/import-rules.ts';

export async function importRights(
  db: Db,
  user: User,
  projectId: number,
): Promise<Pick<ImportInput, 'mayReview' | 'mayPublish' | 'mayAnalyze'>> {
  const [review, publish, analyze] = await Promise.all(
    (['REVIEW_INVENTORY', 'PUBLISH_INVENTORY', 'ANALYZE_VULNERABILITIES'] as const).map((right) =>
      rightOf(db, user, right, projectId),
    ),
  );
  return { mayReview: review === 'allowed', mayPublish: publish === 'allowed', mayAnalyze: analyze === 'allowed' };
}
