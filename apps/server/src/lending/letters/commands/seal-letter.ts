import { interestPayload, noDebtPayload } from '@quincena/domain/letters/payloads'
import { letterFolio } from '@quincena/domain/letters/rules'
import type { LetterKind } from '@quincena/domain/letters/schema'
import { isoOf } from '../../../command/clock.ts'
import { sha256 } from '../../../crypto/cms.ts'
import type { Deps } from '../../../deps.ts'
import type { PdfContent } from '../../../pdf/job.ts'
import { type RenderCaller, renderPdf } from '../../../pdf/render.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { paperBrandOf } from '../../../platform/brand/queries/paper-brand.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { issuesConstancias } from '../../contracts/seal/constancias.ts'
import { sealLetterPdf } from '../../contracts/seal/seal.ts'
import { loadSealer, requireValidSealer } from '../../contracts/seal/sealer.ts'
import { noDebtLetterNotice } from '../notices.ts'
import type { Issued } from '../pdf/letter-parts.ts'

const readUnsealed = ({ db }: Deps, id: number) =>
  db
    .selectFrom('letter')
    .select(['id', 'kind', 'user_id', 'loan_id', 'payload', 'created_at'])
    .where('id', '=', id)
    .where('sealed_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()

type Unsealed = NonNullable<Awaited<ReturnType<typeof readUnsealed>>>

function jobOf({ id, kind, payload, created_at }: Unsealed): Extract<PdfContent, { data: Issued }> {
  const issued = { folio: letterFolio(kind, id), issued_at: created_at }
  return kind === 'no_debt'
    ? { kind: 'no_debt_letter', data: { ...noDebtPayload.parse(payload), ...issued } }
    : { kind: 'interest_certificate', data: { ...interestPayload.parse(payload), ...issued } }
}

const subjectOf = ({ user_id, loan_id }: Pick<Unsealed, 'user_id' | 'loan_id'>) =>
  loan_id === null ? (['user', user_id] as const) : (['loan', loan_id] as const)

interface File {
  bytes: Uint8Array
  storage_key: string
  sealed_at: string
}

/** Stores the file with its letter; a second run, and a letter that was voided meanwhile, change nothing. */
async function record(deps: Deps, letter: Unsealed, { bytes, storage_key, sealed_at }: File): Promise<void> {
  const { id, kind, user_id, loan_id } = letter
  const hash = sha256(bytes).toString('hex')
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('letter')
      .set({ storage_key, sha256: hash, sealed_at })
      .where('id', '=', id)
      .where('sealed_at', 'is', null)
      .where('voided_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await writeAudit(deps, trx, {
      context: null,
      action: 'letter.issued',
      subject: subjectOf(letter),
      after: { folio: letterFolio(kind, id), sha256: hash },
    })
    if (issuesConstancias(deps.env)) await deps.queue.send(trx, 'issue-letter-constancia', { letter_id: id })
    if (loan_id === null) return
    await notify(deps, trx, { recipient_id: user_id, ...noDebtLetterNotice({ loan_id, letter_id: id }) })
    await deps.events.publish(trx, { topic: 'loan', id: loan_id, user_ids: [user_id], staff: true })
  })
}

const folders: Record<LetterKind, string> = { no_debt: 'no-debt', interest: 'interest' }

/**
 * Makes the file of a letter from what it states: its pages under the lender's seal. The file is stored once and never
 * rewritten; running it again or twice at once changes nothing, and a void letter gets no file. Throws
 * `letter.seal_not_valid` (503) and what `renderPdf` throws.
 */
export async function sealLetter(
  deps: Deps,
  { letter_id }: { letter_id: number },
  caller: RenderCaller = 'background',
): Promise<void> {
  const letter = await readUnsealed(deps, letter_id)
  if (letter === undefined) return
  await requireValidSealer(deps, 'letter.seal_not_valid')
  const sealed_at = isoOf(deps.clock())
  const job = jobOf(letter)
  const { lender } = job.data
  const rendered = await renderPdf({ ...job, brand: await paperBrandOf(deps, lender) }, caller)
  const bytes = await sealLetterPdf(await loadSealer(deps), {
    letter: rendered,
    lender,
    sealed_at: new Date(sealed_at),
  })
  const storage_key = `letters/${folders[letter.kind]}/${letter_id}-${sha256(bytes).toString('hex')}.pdf`
  await deps.storage.put(storage_key, bytes, 'application/pdf')
  await record(deps, letter, { bytes, storage_key, sealed_at })
}
