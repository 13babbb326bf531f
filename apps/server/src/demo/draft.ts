import type { CommandContext } from '../command/context.ts'
import type { Deps } from '../deps.ts'
import { draftFor, insertContract } from '../lending/contracts/commands/show-contract.ts'

/**
 * Stores an offer's contract without its PDF, because making a hundred PDFs would delay the first start. `sha256` is
 * the hash of the contract's data until the job `finish-demo-contract` makes the file and stores its hash. Returns the
 * hash.
 */
export async function showDraft(deps: Deps, { user }: CommandContext, loan_id: number): Promise<string> {
  const draft = await draftFor(deps, deps.db, { user, loan_id })
  const sha256 = draft.content_sha256
  const file = { sha256, storage_key: `contracts/${loan_id}/${sha256}.pdf` }
  await insertContract(deps, deps.db, { draft, file })
  return sha256
}
