import type { DashboardSummary } from './schema.ts'

/** The staff lists that the dashboard links to, and the list call (`GET`) with the fixed filters of each. */
export const ATTENTION_LISTS = {
  '/creditos': { path: '/loan', query: { type: 'credit' } },
  '/anticipos': { path: '/loan', query: { type: 'advance' } },
  '/stp': { path: '/stp', query: {} },
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

/** Lists what staff must attend to now. */
export function attentionItems({
  requests,
  overdue,
  returned_payouts,
  transfers_in_review,
}: DashboardSummary['attention']): AttentionItem[] {
  const all: AttentionItem[] = [
    ...ofBothTypes(requests, 'por decidir', { search: { status: 'INA' }, tone: 'pending' }),
    ...ofBothTypes(overdue, 'retrasado', { search: { active_status: 'DEL' }, tone: 'rejected' }),
    ...ofBothTypes(returned_payouts, 'con el depósito devuelto', {
      search: { payout_returned: true },
      tone: 'rejected',
    }),
    {
      count: transfers_in_review,
      one: 'orden STP en revisión',
      many: 'órdenes STP en revisión',
      link: { to: '/stp', search: { needs_review: true } },
      tone: 'rejected',
    },
  ]
  return all.filter(({ count }) => count > 0)
}
