import type { DashboardSummary } from './schema.ts'

/** The staff lists that the dashboard links to, and the list call (`GET`) with the fixed filters of each. */
export const ATTENTION_LISTS = {
  '/creditos': { path: '/loan', query: { type: 'credit' } },
  '/anticipos': { path: '/loan', query: { type: 'advance' } },
  '/stp': { path: '/stp', query: {} },
  '/abonos': { path: '/stp/incoming-payments', query: { status: 'open', stp_confirmed: true } },
  '/tesoreria/por-identificar': { path: '/stp/incoming-payments', query: { unidentified: true } },
  '/tesoreria/movimientos': { path: '/treasury/cash-movements', query: {} },
  '/tesoreria/cuentas': { path: '/account-verifications', query: {} },
  '/tesoreria/por-comprobar': { path: '/treasury/payment-proofs', query: {} },
} as const

/** Something that waits for staff, with the list that shows exactly the counted items. */
export interface AttentionItem {
  count: number
  one: string
  many: string
  link: {
    to: keyof typeof ATTENTION_LISTS
    /** Filters of the screen, which are those of its list call. */
    search: Readonly<Record<string, string | boolean>>
  }
  /** The list call of the counted items, if it is not that of the screen's list. */
  counted?: { path: string; query: Readonly<Record<string, string | boolean>> }
  tone: 'pending' | 'rejected'
}

type ByType = DashboardSummary['attention']['requests']

/** The items of one kind for both types of loan. */
function ofBothTypes(
  counts: ByType,
  rest: string,
  { search, tone }: Pick<AttentionItem, 'tone'> & Pick<AttentionItem['link'], 'search'>,
): AttentionItem[] {
  const plural = rest.startsWith('retrasado') ? rest.replace('retrasado', 'retrasados') : rest
  const itemOf = (name: string, count: number, to: AttentionItem['link']['to']): AttentionItem => ({
    ...{ count, one: `${name} ${rest}`, many: `${name}s ${plural}` },
    ...{ link: { to, search }, tone },
  })
  return [itemOf('crédito', counts.credit, '/creditos'), itemOf('anticipo', counts.advance, '/anticipos')]
}

/** The item of received money that waits to be identified, with its age. */
function unidentifiedItem({
  count,
  oldest_days,
}: DashboardSummary['attention']['unidentified']): AttentionItem {
  const age = oldest_days === 1 ? '1 día' : `${oldest_days} días`
  const rest =
    oldest_days === 0 ? ', de hoy' : count === 1 ? `, de hace ${age}` : `, el más antiguo de hace ${age}`
  return {
    ...{ count, one: `abono por identificar${rest}`, many: `abonos por identificar${rest}` },
    ...{ link: { to: '/tesoreria/por-identificar', search: {} }, tone: 'pending' },
  }
}

/** Lists what staff must attend to now. */
export function attentionItems({
  requests,
  overdue,
  returned_payouts,
  unreviewed_advances,
  transfers_in_review,
  to_register,
  unidentified,
  claims,
  accounts,
  late_proofs,
  rejected_proofs,
  balance,
}: DashboardSummary['attention']): AttentionItem[] {
  const all: AttentionItem[] = [
    ...ofBothTypes(requests, 'por decidir', { search: { status: 'INA' }, tone: 'pending' }),
    ...ofBothTypes(overdue, 'retrasado', { search: { situation: 'overdue' }, tone: 'rejected' }),
    ...ofBothTypes(returned_payouts, 'con el depósito devuelto', {
      search: { situation: 'returned' },
      tone: 'rejected',
    }),
    {
      count: unreviewed_advances,
      one: 'anticipo con documentos por revisar',
      many: 'anticipos con documentos por revisar',
      link: { to: '/anticipos', search: { documents_unreviewed: true } },
      tone: 'pending',
    },
    {
      count: transfers_in_review,
      one: 'orden STP en revisión',
      many: 'órdenes STP en revisión',
      link: { to: '/stp', search: { needs_review: true } },
      tone: 'rejected',
    },
    {
      count: to_register,
      one: 'abono por registrar',
      many: 'abonos por registrar',
      link: { to: '/abonos', search: { unidentified: false } },
      tone: 'pending',
    },
    unidentifiedItem(unidentified),
    {
      count: claims,
      one: 'abono ya usado que STP se llevó',
      many: 'abonos ya usados que STP se llevó',
      link: { to: '/tesoreria/por-identificar', search: { claimed: true } },
      tone: 'rejected',
    },
    {
      count: balance.open_cases,
      one: 'diferencia de saldo en STP',
      many: 'diferencias de saldo en STP',
      link: { to: '/tesoreria/movimientos', search: {} },
      counted: { path: '/treasury/balance-cases', query: { open: true } },
      tone: 'rejected',
    },
    {
      count: balance.suspense,
      one: 'movimiento en STP por aclarar',
      many: 'movimientos en STP por aclarar',
      link: { to: '/tesoreria/movimientos', search: { state: 'suspense' } },
      tone: 'pending',
    },
    {
      count: accounts.mismatch,
      one: 'cuenta que no coincide con su titular',
      many: 'cuentas que no coinciden con su titular',
      link: { to: '/tesoreria/cuentas', search: { status: 'mismatch' } },
      tone: 'rejected',
    },
    {
      count: accounts.unanswered,
      one: 'cuenta sin confirmar',
      many: 'cuentas sin confirmar',
      link: { to: '/tesoreria/cuentas', search: { status: 'unanswered' } },
      tone: 'pending',
    },
    {
      count: late_proofs,
      one: 'pago por comprobar atrasado',
      many: 'pagos por comprobar atrasados',
      link: { to: '/tesoreria/por-comprobar', search: { state: 'pending', late: true } },
      tone: 'pending',
    },
    {
      count: rejected_proofs,
      one: 'comprobante rechazado',
      many: 'comprobantes rechazados',
      link: { to: '/tesoreria/por-comprobar', search: { state: 'rejected' } },
      tone: 'rejected',
    },
  ]
  return all.filter(({ count }) => count > 0)
}
