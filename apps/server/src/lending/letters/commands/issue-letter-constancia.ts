import { letterFolio } from '@quincena/domain/letters/rules'
import { sha256 } from '../../../crypto/cms.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { forgetConstanciaFailure, requestConstancia } from '../../contracts/commands/request-constancia.ts'
import { constanciaProvider } from '../../contracts/seal/constancias.ts'

const readSealed = ({ db }: Deps, id: number) =>
  db
    .selectFrom('letter')
    .select(['id', 'kind', 'user_id', 'loan_id', 'sha256'])
    .where('id', '=', id)
    .where('sealed_at', 'is not', null)
    .where('constancia_issued_at', 'is', null)
    .executeTakeFirst()

/**
 * Requests the constancia of a sealed letter's hash and stores it, as contracts have it. An answer that is incomplete or
 * for another file, or whose signer does not lead to a trust anchor throws `ConstanciaError`; the reason is kept and the job is
 * tried again. Running it again or twice at once changes nothing.
 */
export async function issueLetterConstancia(deps: Deps, { letter_id }: { letter_id: number }): Promise<void> {
  const provider = constanciaProvider(deps)
  const letter = await readSealed(deps, letter_id)
  if (provider === null || letter?.sha256 == null) return
  const { kind, user_id, loan_id } = letter
  const file_sha256 = letter.sha256
  const constancia = await requestConstancia(deps, provider, file_sha256)
  const { bytes, issued_at, policy, serial, issuer, chain } = constancia
  const hash = sha256(bytes).toString('hex')
  const key = `letters/constancias/${letter_id}-${hash}.tsr`
  await deps.storage.put(key, bytes, 'application/timestamp-reply')
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('letter')
      .set({ constancia_storage_key: key, constancia_sha256: hash, constancia_issued_at: issued_at })
      .set({ constancia_policy: policy, constancia_serial: serial, constancia_issuer: issuer })
      .where('id', '=', letter_id)
      .where('constancia_issued_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await forgetConstanciaFailure(trx, file_sha256)
    await writeAudit(deps, trx, {
      context: null,
      action: 'letter.constancia_issued',
      subject: loan_id === null ? ['user', user_id] : ['loan', loan_id],
      after: {
        folio: letterFolio(kind, letter_id),
        constancia_sha256: hash,
        issued_at,
        policy,
        serial,
        issuer,
        chain,
      },
    })
  })
}
