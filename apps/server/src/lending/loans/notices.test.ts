import { describe, expect, test } from 'vitest'
import { approvedNotice, rejectedNotice, sentNotice, settledNotice } from './notices.ts'

const credit = { id: 5, folio: 'C-000005', type: 'credit', amount_cents: 1_200_000 } as const
const advance = { ...credit, folio: 'A-000005', type: 'advance', amount_cents: 150_000 } as const
const order = { id: 17, amount_cents: 1_200_000, counterpart_institution: '40002' }
const toAccount = { ...order, beneficiary_account: '002180700612349192' }
const toCard = { ...order, beneficiary_account: '5204160000001234' }
const at = '2026-11-20T18:00:00Z'

describe('texts for the worker', () => {
  test('a sent payout names the amount, the bank and the last four digits', () => {
    const { message } = sentNotice(credit, { transfer: toAccount, new_first_due: null })
    expect(message).toBe('Te enviamos $12,000.00 a tu cuenta Banamex ····9192.')
  })

  test('a payout that was sent again adds its new dates', () => {
    const { message } = sentNotice(advance, { transfer: toCard, new_first_due: '2026-12-15' })
    expect(message).toBe(
      'Te enviamos $12,000.00 a tu tarjeta Banamex ····1234. Su fecha de pago ahora es el 15/12/2026.',
    )
  })

  test('a payout to an unknown bank leaves the bank out', () => {
    const { message } = settledNotice(credit, { ...toAccount, counterpart_institution: '99999' })
    expect(message).toBe('Ya tienes $12,000.00 en tu cuenta ····9192.')
  })

  test.each([
    [null, 'Esta vez no pudimos aprobar tu crédito de $12,000.00. Llámanos y te decimos qué sigue.'],
    [
      'Tu comprobante no se lee',
      'Esta vez no pudimos aprobar tu crédito de $12,000.00. Motivo: Tu comprobante no se lee. Llámanos y te decimos qué sigue.',
    ],
    [
      'No se lee.',
      'Esta vez no pudimos aprobar tu crédito de $12,000.00. Motivo: No se lee. Llámanos y te decimos qué sigue.',
    ],
  ])('a rejection with the reason %s says what to do next', (why, message) => {
    expect(rejectedNotice(credit, why, at).message).toBe(message)
  })

  test('an approval names the amount', () => {
    expect(approvedNotice(advance, at).message).toBe(
      'Tu anticipo de $1,500.00 está aprobado. Revisa las condiciones y firma para recibir el dinero.',
    )
  })
})
