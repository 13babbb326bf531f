import { isDeepStrictEqual } from 'node:util'
import { businessDay } from '@quincena/domain/dates'
import { type InterestPayload, interestPayload } from '@quincena/domain/letters/payloads'
import { letterFolio } from '@quincena/domain/letters/rules'
import { isoOf } from '../../../command/clock.ts'
import type { Actor } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { readInterestPaid } from '../queries/interest-paid.ts'
import { findInterestCertificate, letterFilename, type ValidLetter } from '../queries/letters.ts'
import type { LetterFile } from './get-no-debt-letter.ts'
import { storedPayload } from './issue-no-debt-letter.ts'
import { sealLetter } from './seal-letter.ts'

async function payloadOf(trx: Trx, letter_id: number): Promise<InterestPayload> {
  const { payload } = await trx
    .selectFrom('letter')
    .select('payload')
    .where('id', '=', letter_id)
    .executeTakeFirstOrThrow()
  return interestPayload.parse(payload)
}

/**
 * True if two certificates differ at most in the day until which they count: while nothing was paid or corrected since,
 * the earlier one says all that a new one would.
 */
const haveEqualFigures = (stored: InterestPayload, now: InterestPayload) =>
  isDeepStrictEqual({ ...stored, to: '' }, { ...interestPayload.parse(now), to: '' })

interface Voiding {
  letter: ValidLetter
  user_id: number
  void_reason: 'later_day' | 'data_changed'
}

/** Voids a certificate that says something else: of an earlier day of the year, or before a correction. */
async function voidOther(deps: Deps, trx: Trx, { letter, user_id, void_reason }: Voiding) {
  await trx
    .updateTable('letter')
    .set({ voided_at: isoOf(deps.clock()), void_reason })
    .where('id', '=', letter.id)
    .execute()
  await writeAudit(deps, trx, {
    context: null,
    action: 'letter.voided',
    subject: ['user', user_id],
    after: { folio: letterFolio('interest', letter.id), reason: void_reason },
  })
}

interface CertificateRequest {
  user: Actor
  user_id: number
  year: number
}

/**
 * The valid certificate of a year if it states what the payments are now; else a new one takes its place. The worker is
 * locked before the payments are read, as a reversal locks them: no certificate counts a payment that is being reversed.
 */
async function ensureCertificate(deps: Deps, trx: Trx, request: CertificateRequest): Promise<number> {
  const { user, user_id, year } = request
  await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const today = businessDay(deps.clock())
  const { lender } = deps.env
  const payload = await readInterestPaid(trx, { user, user_id, year, today, lender })
  const stored = storedPayload(payload)
  const letter = await findInterestCertificate(trx, { user_id, year })
  if (letter?.payload_sha256 === stored.payload_sha256) return letter.id
  if (letter !== undefined) {
    const earlier = await payloadOf(trx, letter.id)
    if (haveEqualFigures(earlier, payload)) return letter.id
    const void_reason = earlier.to < payload.to ? 'later_day' : 'data_changed'
    await voidOther(deps, trx, { user_id, letter, void_reason })
  }
  const { id } = await trx
    .insertInto('letter')
    .values({ kind: 'interest', user_id, year, created_at: isoOf(deps.clock()), ...stored })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Issues the sealed certificate of the interest that a worker paid in a calendar year, for the worker and for staff. While
 * it states the same it is the same file. One of the current year says until which day it counts: it stays until its
 * figures change, although the day passes, so that asking for it every day makes no letter a day. Throws `record.conflict` (409) if a correction voids it meanwhile, and what `readInterestPaid`, `sealLetter` and `renderPdf`
 * throw.
 */
export async function issueInterestCertificate(
  deps: Deps,
  { signal, ...request }: CertificateRequest & { signal: AbortSignal },
): Promise<LetterFile> {
  const letter_id = await deps.db.transaction().execute((trx) => ensureCertificate(deps, trx, request))
  await sealLetter(deps, { letter_id }, { user_id: request.user.id, signal })
  const { storage_key, sha256 } = await deps.db
    .selectFrom('letter')
    .select(['storage_key', 'sha256'])
    .where('id', '=', letter_id)
    .executeTakeFirstOrThrow()
  // A correction voided it while its file was made.
  if (storage_key === null || sha256 === null) throw new AppError('record.conflict', 409)
  return {
    bytes: await deps.storage.get(storage_key),
    sha256,
    filename: letterFilename('interest', letter_id),
  }
}
