import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayDetailOf, differenceOf } from '../../../test/reconciliation.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

type Detail = ReturnType<typeof dayDetailOf>
type Total = Detail['in_doubt']

function openDay(detail: Detail) {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /stp': buildPage(),
    'GET /stp/reconciliation/2026-11-20': detail,
  })
  openStaffApp('/conciliacion/2026-11-20')
}

const hrefOf = (link: HTMLElement) => link.getAttribute('href')

describe('orders in doubt', () => {
  const doubts: Detail['doubts'] = [
    {
      ...{ id: 50, tracking_key: '193761953D01', amount: 800, since: '2026-11-20T18:00:00Z' },
      ...{ reason: 'STP dice que la devolvió y ya hay pagos.', loan: 121, loan_type: 'advance' },
      loan_folio: 'A-000121',
    },
    {
      ...{ id: 51, tracking_key: 'R1020443121C01', amount: 1_368.55, since: '2026-11-20T19:30:00Z' },
      ...{ reason: null, loan: null, loan_type: null, loan_folio: null },
    },
  ]
  const in_doubt = { count: 2, amount: 2_168.55 }

  test('are counted and listed with amount, reason, time and the links to order and loan', async () => {
    openDay({ ...dayDetailOf({ status: 'doubts', in_doubt }), doubts })
    const section = within(await screen.findByRole('region', { name: 'En duda: 2 · $2,168.55' }))
    expect(section.getByText(/El día no cuadra hasta que cada orden se resuelva/)).toBeVisible()
    const [payout, refund] = section.getAllByRole('listitem').map((item) => within(item))
    expect(payout?.getByText('$800.00')).toBeVisible()
    expect(payout?.getByText(/la devolvió y ya hay pagos\. Desde el 20\/11\/2026 - 12:00\./)).toBeVisible()
    expect(hrefOf(section.getByRole('link', { name: '193761953D01' }))).toBe('/stp?order=50')
    expect(hrefOf(section.getByRole('link', { name: 'A-000121' }))).toBe('/detalle-anticipo/121')
    expect(refund?.getByText('$1,368.55')).toBeVisible()
    expect(refund?.getByText(/STP no ha contestado si la recibió\. Desde el/)).toBeVisible()
    expect(refund?.getAllByRole('link').map(hrefOf)).toEqual(['/stp?order=51'])
  })

  test('lead to all of the day in the list of orders, and the day does not say that everything agrees', async () => {
    openDay({ ...dayDetailOf({ status: 'doubts', in_doubt }), doubts })
    expect(hrefOf(await screen.findByRole('link', { name: 'Ver en órdenes STP' }))).toBe(
      '/stp?operation_date=2026-11-20&in_doubt=true',
    )
    expect(screen.getByText(/^Fuera de las órdenes en duda, todo coincide/)).toBeVisible()
    expect(screen.queryByText(/^Todo coincide/)).toBeNull()
  })

  test('are not mentioned on a day without any', async () => {
    openDay(dayDetailOf())
    expect(await screen.findByText(/^Todo coincide/)).toBeVisible()
    expect(screen.queryByText(/En duda/)).toBeNull()
  })
})

describe('money received on a day', () => {
  const totals = dayDetailOf().totals
  const withReceived = (ours: Total, stp: Total) => ({
    totals: totals && { ...totals, received: { ours, stp } },
  })

  test('is shown by our records and by STP, equal or not, with its number of payments', async () => {
    openDay(dayDetailOf(withReceived({ count: 1, amount: 916.8 }, { count: 3, amount: 2_000 })))
    const section = within(await screen.findByRole('region', { name: 'Dinero recibido' }))
    expect(section.getByText('$916.80')).toHaveAttribute('data-same', 'false')
    expect(section.getByText('1 abono')).toBeVisible()
    expect(section.getByText('$2,000.00')).toHaveAttribute('data-same', 'false')
    expect(section.getByText('3 abonos')).toBeVisible()
    expect(section.getByText('Ninguno')).toBeVisible()
  })

  test('of which no callback came is counted, with the link to exactly those payments', async () => {
    const same = { count: 2, amount: 500 }
    openDay(dayDetailOf({ ...withReceived(same, same), found: { count: 2, amount: 500 } }))
    const section = within(await screen.findByRole('region', { name: 'Dinero recibido' }))
    expect(section.getAllByText('$500.00')[0]).toHaveAttribute('data-same', 'true')
    expect(hrefOf(section.getByRole('link', { name: '2 abonos encontrados' }))).toBe(
      '/abonos?status=all&found=true&operation_date=2026-11-20',
    )
  })
})

describe('a difference without a loan', () => {
  const none = { loan: null, loan_type: null, loan_folio: null }

  test('of a refund names its purpose and its person', async () => {
    const refund = differenceOf({ ...none, purpose: 'refund', person: 'Rosa Peña Ruiz' })
    openDay(dayDetailOf({ status: 'differences', open_differences: 1 }, [refund]))
    const card = within(await screen.findByRole('article'))
    expect(card.getByText('Devolución de saldo')).toBeVisible()
    expect(card.getByText('Rosa Peña Ruiz')).toBeVisible()
    expect(card.getAllByRole('link').map(hrefOf)).toEqual(['/stp?order=50'])
  })

  test('of received money names its payer, no purpose, and leads to the payment', async () => {
    const received = { ...none, order_type: 'R', transfer: null, incoming_payment: 9, purpose: null } as const
    const difference = differenceOf({ ...received, person: 'EMPRESA DEL NORTE' })
    openDay(dayDetailOf({ status: 'differences', open_differences: 1 }, [difference]))
    const card = within(await screen.findByRole('article'))
    expect(card.getByText('EMPRESA DEL NORTE')).toBeVisible()
    expect(hrefOf(card.getByRole('link', { name: 'Ver abono' }))).toBe('/abonos?status=all&abono=9')
    for (const name of ['Envío de préstamo', 'Devolución de saldo']) expect(card.queryByText(name)).toBeNull()
  })

  test('of an order that only STP knows names neither', async () => {
    const unknown = {
      ...none,
      transfer: null,
      purpose: null,
      person: null,
      ours: null,
      ledger: null,
    } as const
    openDay(dayDetailOf({ status: 'differences', open_differences: 1 }, [differenceOf(unknown)]))
    const card = within(await screen.findByRole('article'))
    expect(card.getAllByText('No la tiene')).toHaveLength(2)
    expect(card.queryByRole('link')).toBeNull()
  })
})
