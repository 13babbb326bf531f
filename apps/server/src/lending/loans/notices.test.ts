import { describe, expect, test } from 'vitest'
import { completedNotice } from '../payments/notices.ts'
import {
  approvedNotice,
  cancelledNotice,
  expiredNotice,
  overdueNotice,
  refusedNotice,
  rejectedNotice,
  releasedNotice,
  returnedNotice,
  sentNotice,
  settledNotice,
} from './notices.ts'

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

  test.each([
    [
      'a released payout',
      releasedNotice(credit),
      'Ya se autorizó enviar el dinero de tu crédito de $12,000.00. Firma para recibirlo.',
    ],
    [
      'an expired offer',
      expiredNotice(advance),
      'La oferta de tu anticipo de $1,500.00 venció. Puedes hacer una nueva solicitud.',
    ],
    [
      'a cancellation',
      cancelledNotice(credit),
      'Tu crédito de $12,000.00 fue cancelado porque el banco devolvió el dinero. No debes nada por él.',
    ],
    [
      'a refused payout',
      refusedNotice(advance, 17),
      'No pudimos enviar el dinero de tu anticipo de $1,500.00. Puedes intentarlo de nuevo.',
    ],
    [
      'a returned payout',
      returnedNotice(credit, 17),
      'El banco devolvió el dinero de tu crédito de $12,000.00. Todavía no debes nada: revisaremos tu cuenta y lo enviaremos de nuevo.',
    ],
    [
      'an overdue payment',
      overdueNotice(credit, '2026-12-20'),
      'Tu crédito de $12,000.00 tiene un pago pendiente desde el 20/12/2026.',
    ],
    [
      'a settled loan',
      completedNotice(credit, { id: 3, discount: 45_000 }),
      'Liquidaste por completo tu crédito de $12,000.00. Te ahorraste $450.00 por hacerlo antes. ¡Gracias!',
    ],
  ])('%s names the amount of the loan', (_, { message }, text) => {
    expect(message).toBe(text)
  })
})
