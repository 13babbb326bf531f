import type { LoanState } from '@quincena/domain/loans/rules'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

type Background = NonNullable<ReturnType<typeof loanDetailOf>['background']>

const background: Background = {
  capacity: {
    ...{ per_month: 4_552.41, per_quincena: 2_276.21, share: 0.3502 },
    ...{ other_per_quincena: 900, total_share: 0.4887, largest: 39_000 },
  },
  other_loans: [
    {
      ...{ id: 93, folio: 'A-000093', type: 'advance', state: 'overdue', in_clarification: false },
      ...{ amount: 3_000, amount_due: 900, days_late: 21, ended_on: null, reason: null },
    },
    {
      ...{ id: 80, folio: 'C-000080', type: 'credit', state: 'rejected', in_clarification: false },
      ...{ amount: 9_000, amount_due: 0, days_late: 0, ended_on: '2026-06-15', reason: 'Faltan recibos' },
    },
  ],
  other_count: 2,
  worst_delay: { days: 21, folio: 'A-000093' },
  changes: [
    {
      ...{ field: 'salary', before: '$6,000.00', after: '$6,500.00', by: 'Rosa Peña', is_own: false },
      ...{ at: '2026-11-10T18:00:00Z', confirmed_by: 'Ada Ruiz' },
    },
    {
      ...{ field: 'account', before: '…1234', after: '…9876', by: 'María López', is_own: true },
      ...{ at: '2026-11-08T18:00:00Z', confirmed_by: null },
    },
  ],
  documents: [
    { kind: 'INE', review: 'pending' },
    { kind: 'CURP', review: 'accepted' },
    { kind: 'COMPROBANTE_DE_DOMICILIO', review: 'refused' },
    { kind: 'CIF', review: 'accepted' },
    { kind: 'CARATULA_DE_CUENTA_BANCARIA', review: 'missing' },
  ],
}

const open = (given: Parameters<typeof loanDetailOf>[1], state: LoanState = 'requested') => {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan/123': loanDetailOf(state, given),
  })
  openStaffApp('/detalle-credito/123', 'U1')
}

test('shows a manager capacity, other loans, delays, decisions, changes and documents', async () => {
  open({ background })
  const heading = await screen.findByRole('heading', { name: 'Capacidad y antecedentes' })
  const card = within(heading.closest('section') ?? document.body)
  for (const text of [
    /\$2,276\.21.*35 % de su sueldo/,
    /\$3,176\.21.*49 % de su sueldo/,
    /\$39,000\.00.*Tres sueldos mensuales/,
    /A-000093.*Retrasado.*Debe \$900\.00, 21 días de atraso/,
    /C-000080.*Rechazado.*15\/06\/2026\. Motivo: Faltan recibos/,
    /Peor atraso: 21 días, en A-000093/,
    /Sueldo quincenal: \$6,000\.00 → \$6,500\.00.*Rosa Peña.*Confirmó Ada Ruiz/,
    /Cuenta: …1234 → …9876.*María López.*Lo hizo la persona/,
    /INE: por revisar.*Comprobante de domicilio: rechazado.*Carátula de cuenta bancaria: falta/,
  ])
    expect(heading.closest('section')).toHaveTextContent(text)
  expect(card.getByRole('link', { name: 'A-000093' })).toHaveAttribute('href', '/detalle-anticipo/93')
  expect(card.getByRole('link', { name: 'Ver a la persona' })).toHaveAttribute('href', '/usuarios?ver=7')
})

test.each(['requested', 'rejected'] as const)(
  'names the documents that keep a %s loan from being approved, and leads to them in place of an approval',
  async (state) => {
    open({ background, documents_unreviewed: true }, state)
    await userEvent.click(await screen.findByRole('button', { name: 'Aprobar' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Aprobar solicitud?' }))
    expect(dialog.getByText(/INE, Comprobante de domicilio y Carátula de cuenta bancaria/)).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Aprobar' })).toBeNull()
    const review = dialog.getByRole('button', { name: 'Revisar documentos' })
    expect(review).toHaveFocus()
    await userEvent.click(review)
    expect(await screen.findByRole('tab', { name: 'Documentación', selected: true })).toBeVisible()
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000)
  },
)

test('a rejected loan does not ask for documents on its page, since it waits for nothing', async () => {
  open({ background, documents_unreviewed: true }, 'rejected')
  expect(await screen.findByRole('button', { name: 'Aprobar' })).toBeVisible()
  expect(screen.queryByText('Faltan documentos por aceptar.')).toBeNull()
})
