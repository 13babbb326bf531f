import { describe, expect, it } from 'vitest'
import { ApiError, networkError } from '../../../../lib/api-error.ts'
import { failureOf } from './failure.ts'

const refusal = (status: number, code: string, detail = 'texto') => new ApiError({ status, code, detail })

describe('failureOf', () => {
  it.each([
    [409, 'contract_changed', 'read'],
    [409, 'offer_expired', 'leave'],
    [409, 'loan.already_accepted', 'leave'],
    [422, 'transfer.refused', 'leave'],
    [409, 'worker_unconfirmed', 'leave'],
    [409, 'loan.awaits_release', 'retry'],
    [404, 'loan.not_found', 'leave'],
    [422, 'signature.empty', 'retry'],
    [409, 'consents_missing', 'retry'],
    [422, 'signing_code.invalid', 'code'],
    [422, 'signing_code.required', 'code'],
    [409, 'signing_code.expired', 'code'],
    [429, 'request.too_many', 'retry'],
    [503, 'payouts.paused', 'retry'],
    [503, 'contract.seal_not_valid', 'retry'],
    [502, 'unexpected', 'retry'],
    [200, 'unreadable', 'retry'],
  ] as const)('maps %i %s to the next step %s', (status, code, next) => {
    expect(failureOf(refusal(status, code)).next).toBe(next)
  })

  it('shows the text of a definite refusal', () => {
    expect(failureOf(refusal(422, 'transfer.refused', 'Ocurrió un error con la transacción.')).text).toBe(
      'Ocurrió un error con la transacción.',
    )
    expect(failureOf(refusal(503, 'payouts.paused', 'En pausa')).text).toBe('En pausa')
  })

  it('says that the signature is kept while the payout waits for another person', () => {
    const { text } = failureOf(refusal(409, 'loan.awaits_release', 'Lo enviamos en cuanto se autorice.'))
    expect(text).toMatch(/^Lo enviamos en cuanto se autorice\. Tu firma se conserva\.$/)
  })

  it('says that a retry is safe if the outcome is unknown', () => {
    expect(failureOf(networkError())).toMatchObject({ next: 'retry' })
    expect(failureOf(networkError()).text).toMatch(/una sola vez/)
  })

  it('shows the field error of a refused form [E8.4]', () => {
    const errors = { signature: ['La firma no es una imagen válida.'] }
    const error = new ApiError({ status: 422, code: 'request.invalid', detail: 'Corrige', errors })
    expect(failureOf(error).text).toBe(
      'Error al generar contrato con firma. La firma no es una imagen válida.',
    )
  })
})
