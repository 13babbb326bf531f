import { createHash } from 'node:crypto'
import { contractPayload } from '@quincena/domain/contracts/schema'
import type { Deps } from '../deps.ts'
import { sealContract } from '../lending/contracts/commands/seal-contract.ts'
import { renderPdf } from '../pdf/render.ts'

/** Makes the files of a demo contract: the PDF that was shown, then the signed and sealed one. */
export async function finishContract(deps: Deps, { loan_id }: { loan_id: number }): Promise<void> {
  const drafts = await deps.db
    .selectFrom('contract')
    .select(['id', 'payload', 'payload_sha256', 'storage_key'])
    .where('loan_id', '=', loan_id)
    .whereRef('sha256', '=', 'payload_sha256')
    .execute()
  for (const draft of drafts) {
    const { payload_sha256 } = draft
    const payload = contractPayload.parse(draft.payload)
    const bytes = await renderPdf({ kind: 'contract', data: { payload, payload_sha256 } }, 'background')
    await deps.storage.put(draft.storage_key, bytes, 'application/pdf')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await deps.db.updateTable('contract').set({ sha256 }).where('id', '=', draft.id).execute()
  }
  await sealContract(deps, { loan_id })
}
