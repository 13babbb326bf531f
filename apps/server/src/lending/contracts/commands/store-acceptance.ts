import type { AcceptBody } from '@quincena/domain/loans/bodies'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { writeLater } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/** What a signature keeps of its code. */
export interface CodeEvidence {
  signing_code_id: number
  code_channel: 'mail' | 'message'
  code_address: string
  code_sent_at: string
  code_confirmed_at: string
}

interface Signing {
  loan_id: number
  contract_id: number
  signature_png: Buffer
  context: CommandContext
  input: AcceptBody
  /** The code that confirmed the signature; null if the lender asks for none. */
  confirmation: CodeEvidence | null
}

/**
 * Stores who signed what, when, where and how (Código de Comercio, 89 and 97). The evidence of an earlier signature,
 * whose payout was refused, stays; the new one counts.
 */
export async function storeAcceptance(deps: Deps, trx: Trx, signing: Signing): Promise<void> {
  const { loan_id, contract_id, signature_png, context, input, confirmation } = signing
  const accepted_at = isoOf(deps.clock())
  const evidence = {
    loan_id,
    contract_id,
    signature_png,
    strokes: input.strokes === undefined ? null : JSON.stringify(input.strokes),
    typed_name: input.typed_name ?? null,
    latitude: input.latitude,
    longitude: input.longitude,
    accuracy: input.accuracy ?? null,
    ip: context.ip,
    user_agent: context.user_agent,
    session_id: context.session_id,
    accepted_at,
    ...confirmation,
  }
  const { id } = await trx.insertInto('acceptance').values(evidence).returning('id').executeTakeFirstOrThrow()
  const signed = { acceptance_id: id, accepted_at }
  const newest = trx
    .insertInto('signed_contract')
    .values({ loan_id, ...signed })
    .onConflict((conflict) => conflict.column('loan_id').doUpdateSet(signed))
  await writeLater(trx, newest)
}
