import { createHash } from 'node:crypto'
import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay } from '@quincena/domain/dates'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type RenderCaller, renderPdf } from '../../../pdf/render.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { paperBrandOf } from '../../../platform/brand/queries/paper-brand.ts'
import { getContractText } from '../queries/contract-text.ts'
import { latestContract, requireOffer } from '../queries/contracts.ts'
import { type ContractDraft, contentHash, draftContract, findParties } from '../queries/draft.ts'

/** A stored contract: its id, and SHA-256 (hex) and storage key of its PDF. */
export interface ShownContract {
  id: number
  sha256: string
  storage_key: string
}

interface File {
  sha256: string
  storage_key: string
}

/** Drafts the contract of an offer as of today. Throws `loan.not_found` (404), 409 if the loan is not an offer. */
export async function draftFor(
  deps: Deps,
  db: Deps['db'] | Trx,
  { user, loan_id }: { user: CommandContext['user']; loan_id: number },
) {
  const today = businessDay(deps.clock())
  const parties = await findParties(db, user, { loan_id, today })
  requireOffer(parties, today)
  return draftContract(parties, deps.brand.current().lender, today)
}

/** The contract shown last, and whether its content and account equal the draft's. */
async function unchanged(db: Deps['db'] | Trx, { payload, content_sha256, account }: ContractDraft) {
  const latest = await latestContract(db, payload.loan.id)
  if (latest === undefined || latest.account !== account) return { latest, same: false as const }
  const same = contentHash(contractPayload.parse(latest.payload)) === content_sha256
  return { latest, same }
}

async function store(
  deps: Deps,
  { payload, content_sha256 }: Pick<ContractDraft, 'payload' | 'content_sha256'>,
  caller: RenderCaller,
): Promise<File> {
  const text = await getContractText(deps.db, payload)
  const bytes = await renderPdf(
    {
      ...{ kind: 'contract', data: { payload, payload_sha256: content_sha256, text } },
      brand: await paperBrandOf(deps, payload.lender),
    },
    caller,
  )
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const storage_key = `contracts/${payload.loan.id}/${sha256}.pdf`
  await deps.storage.put(storage_key, bytes, 'application/pdf')
  return { sha256, storage_key }
}

/** Stores a contract; `after` is the id of an equal one of the same day. */
export async function insertContract(
  deps: Deps,
  db: Deps['db'] | Trx,
  row: { draft: ContractDraft; file: File; after?: number | undefined },
) {
  const { draft, file, after } = row
  const { payload, content_sha256, account, text_version } = draft
  // A contract equal to an earlier one of the same day (another account, then the first again) gets a new row with
  // another payload_sha256.
  const payload_sha256 =
    after === undefined
      ? content_sha256
      : createHash('sha256').update(`${content_sha256} after ${after}`).digest('hex')
  const { id } = await db
    .insertInto('contract')
    .values({
      loan_id: payload.loan.id,
      business_day: payload.business_day,
      payload: JSON.stringify(z.encode(contractPayload, payload)),
      payload_sha256,
      account,
      text_version,
      ...file,
      created_at: isoOf(deps.clock()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...file }
}

/**
 * Shows an offer's contract: renders the PDF and stores it with its data. While nothing changes on that day it returns
 * the same contract, so it needs no idempotency key. Throws `loan.not_found` (404), 409 if the loan is not an offer,
 * `record.conflict` (409) if the draft changes meanwhile, and what `renderPdf` throws; `left` aborts when the caller
 * disconnects.
 */
export async function showContract(
  deps: Deps,
  context: CommandContext,
  { loan_id, signal }: { loan_id: number; signal: AbortSignal },
): Promise<ShownContract> {
  const draft = await draftFor(deps, deps.db, { user: context.user, loan_id })
  const { latest, same } = await unchanged(deps.db, draft)
  if (same) return { id: latest.id, sha256: latest.sha256, storage_key: latest.storage_key }
  const file = await store(deps, draft, { user_id: context.user.id, signal })
  return deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('loan').select('id').where('id', '=', loan_id).forNoKeyUpdate().executeTakeFirst()
    const now = await draftFor(deps, trx, { user: context.user, loan_id })
    if (now.content_sha256 !== draft.content_sha256 || now.account !== draft.account)
      throw new AppError('record.conflict', 409)
    const shown = await unchanged(trx, draft)
    if (shown.same)
      return { id: shown.latest.id, sha256: shown.latest.sha256, storage_key: shown.latest.storage_key }
    const contract = await insertContract(deps, trx, { draft, file, after: shown.latest?.id })
    const after = { contract: contract.id, sha256: contract.sha256 }
    await writeAudit(deps, trx, { context, action: 'contract.shown', subject: ['loan', loan_id], after })
    return contract
  })
}

interface UnmadeContract {
  contract_id: number
  sha256: string
  storage_key: string
  payload: unknown
}

/**
 * The file of a contract row. A row of the demo's history has the hash of its data in place of the file's hash: its PDF
 * is rendered now, and the row gets the file's hash. Every other row is returned unchanged.
 */
export async function contractFile(
  deps: Deps,
  { contract_id, payload, ...file }: UnmadeContract,
): Promise<File> {
  const parsed = contractPayload.parse(payload)
  const content_sha256 = contentHash(parsed)
  if (file.sha256 !== content_sha256) return file
  const rendered = await store(deps, { payload: parsed, content_sha256 }, 'background')
  await deps.db
    .updateTable('contract')
    .set(rendered)
    .where('id', '=', contract_id)
    .where('sha256', '=', content_sha256)
    .execute()
  return rendered
}
