import { sha256 } from '../../../crypto/cms.ts'
import type { Deps } from '../../../deps.ts'
import type { Constancia } from '../../../integrations/constancia/constancia.ts'
import { addLoanFile } from '../../../people/documents/commands.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { constanciaProvider } from '../seal/constancias.ts'
import { forgetConstanciaFailure, requestConstancia } from './request-constancia.ts'

async function readSealed(deps: Deps, loan_id: number) {
  return deps.db
    .selectFrom('signed_contract')
    .innerJoin('loan', 'loan.id', 'signed_contract.loan_id')
    .select(['signed_contract.signed_sha256', 'loan.id as loan_id', 'loan.user_id', 'loan.folio'])
    .where('signed_contract.loan_id', '=', loan_id)
    .where('signed_contract.sealed_at', 'is not', null)
    .where('signed_contract.constancia_issued_at', 'is', null)
    .executeTakeFirst()
}

type Sealed = NonNullable<Awaited<ReturnType<typeof readSealed>>> & { signed_sha256: string }

/** Stores the constancia with the contract; a second run finds it and changes nothing. */
async function record(
  deps: Deps,
  sealed: Sealed,
  { constancia, key }: { constancia: Constancia; key: string },
) {
  const { loan_id, user_id, signed_sha256 } = sealed
  const { bytes, issued_at, policy, serial, issuer, chain } = constancia
  const constancia_sha256 = sha256(bytes).toString('hex')
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('signed_contract')
      .set({ constancia_storage_key: key, constancia_sha256, constancia_issued_at: issued_at })
      .set({ constancia_policy: policy, constancia_serial: serial, constancia_issuer: issuer })
      .where('loan_id', '=', loan_id)
      .where('signed_sha256', '=', signed_sha256)
      .where('constancia_issued_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await forgetConstanciaFailure(trx, signed_sha256)
    const filename = `Constancia_${sealed.folio}.tsr`
    await addLoanFile(deps, trx, { kind: 'constancia', user_id, loan_id, filename, storage_key: key, bytes })
    await writeAudit(deps, trx, {
      context: null,
      action: 'contract.constancia_issued',
      subject: ['loan', loan_id],
      after: { signed_sha256, constancia_sha256, issued_at, policy, serial, issuer, chain },
    })
  })
}

/**
 * Requests the constancia of a sealed contract's hash and stores it (NOM-151-SCFI-2016). An answer that is incomplete,
 * for another contract, or whose signer does not lead to a trust anchor throws `ConstanciaError`; the reason is kept and
 * the job is tried again. Running it again or twice at once changes nothing.
 */
export async function issueConstancia(deps: Deps, { loan_id }: { loan_id: number }): Promise<void> {
  const provider = constanciaProvider(deps)
  const sealed = await readSealed(deps, loan_id)
  if (provider === null || sealed?.signed_sha256 == null) return
  const { signed_sha256 } = sealed
  const constancia = await requestConstancia(deps, provider, signed_sha256)
  const key = `contracts/${loan_id}/constancia-${sha256(constancia.bytes).toString('hex')}.tsr`
  await deps.storage.put(key, constancia.bytes, 'application/timestamp-reply')
  await record(deps, { ...sealed, signed_sha256 }, { constancia, key })
}
