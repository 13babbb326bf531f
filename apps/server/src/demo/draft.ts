import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay } from '@quincena/domain/dates'
import { z } from 'zod'
import { isoOf } from '../command/clock.ts'
import type { CommandContext } from '../command/context.ts'
import type { Deps } from '../deps.ts'
import { assertOffer, findParties } from '../lending/contracts/queries/contracts.ts'
import { draftContract } from '../lending/contracts/queries/draft.ts'

/**
 * Stores an offer's contract without its PDF, because making a hundred PDFs would delay the first start. `sha256` is
 * the hash of the contract's data until the job `finish-demo-contract` makes the file and stores its hash. Returns the
 * hash.
 */
export async function showDraft(deps: Deps, context: CommandContext, loan_id: number): Promise<string> {
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
