import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay } from '@quincena/domain/dates'
import { z } from 'zod'
import { draftContract } from '../features/contracts/draft.ts'
import { assertOffer, findParties } from '../features/contracts/queries.ts'
import { isoOf } from '../lib/clock.ts'
import type { ActContext } from '../lib/context.ts'
import type { Deps } from '../lib/deps.ts'

/**
 * Shows an offer's contract in the history, without its PDF: a hundred of them would hold up the first start. The row
 * carries the hash of the contract's data, and the job that seals the contract makes the file and puts its hash there.
 */
export async function showDraft(deps: Deps, context: ActContext, loan_id: number): Promise<string> {
  const today = businessDay(deps.clock())
  const parties = await findParties(deps.db, context.user, loan_id)
  assertOffer(parties, today)
  const { payload, content_sha256, account, text_version } = draftContract(parties, deps.env.lender, today)
  await deps.db
    .insertInto('contract')
    .values({
      loan_id,
      business_day: today,
      sha256: content_sha256,
      payload: JSON.stringify(z.encode(contractPayload, payload)),
      payload_sha256: content_sha256,
      text_version,
      account,
      storage_key: `contracts/${loan_id}/${content_sha256}.pdf`,
      created_at: isoOf(deps.clock()),
    })
    .execute()
  return content_sha256
}
