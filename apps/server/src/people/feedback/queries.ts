import type { Feedback, feedbackQuery } from '@quincena/domain/feedback/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/types.ts'
import { orderOf, readPage } from '../../http/pagination.ts'

/** One page of feedback; newest first by default. */
export async function listFeedback(
  db: Db,
  input: z.output<typeof feedbackQuery>,
): Promise<{ count: number; rows: Feedback[] }> {
  const { direction } = orderOf(input.ordering, ['created_at'])
  let matching = db.selectFrom('feedback')
  if (input.level !== undefined) matching = matching.where('level', '=', input.level)
  const rows = matching
    .innerJoin('app_user', 'app_user.id', 'feedback.user_id')
    .select(['feedback.id', 'feedback.level', 'feedback.message', 'feedback.user_id as user'])
    .select([
      sql<string>`app_user.first_name || ' ' || app_user.last_name`.as('user_name'),
      'feedback.created_at',
    ])
    .orderBy('feedback.created_at', direction)
    .orderBy('feedback.id', direction)
  return readPage(rows, input)
}
